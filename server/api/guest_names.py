"""Friendly names for guests."""

import secrets

_MOODS = """
    amber brave brisk calm clever cosy curious eager early fond gentle glad golden happy honest jolly keen kind lively
    lucky mellow merry mild modest neat nimble patient plain polite proud quick quiet ready rosy shy silver steady sunny
    swift tidy warm wise witty
"""
_CREATURES = """
    badger beaver bison crane deer dolphin dove eagle finch fox goose hare hawk hedgehog heron ibis jay koala lark
    linnet lynx magpie marten mole moose newt otter owl panda plover puffin quail rabbit raven robin seal sparrow
    starling stork swan tern toad vole weasel wren
"""


def guest_name(*, numbered: bool) -> str:
    """`quiet otter`, or `quiet otter 4711` once the plain ones get scarce."""
    name = f"{secrets.choice(_MOODS.split())} {secrets.choice(_CREATURES.split())}"
    return f"{name} {secrets.randbelow(9000) + 1000}" if numbered else name
