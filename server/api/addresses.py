"""Numbers in addresses: never more digits than the database has room for."""

from starlette.convertors import Convertor, register_url_convertor

NUMBER = "{id:number}"


class Number(Convertor[int]):
    """What is longer is no address of ours."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Digits -> the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number -> digits."""
        return str(value)


register_url_convertor("number", Number())
