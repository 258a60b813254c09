"""The search itself, on rows of integers: the same source runs as plain Python and compiled by numba (`engine`).

Written in what both understand: integers below 2^63, loops, indexing. Turns are no moves of the search: "turn and
redeal until this card is the waste's top, then play it" is one, a macro-move. That loses nothing: turning is always
legal, and no other move depends on the waste, so in every winning line the turns may stand just before a play from the
waste. Where cards are dealt on to the columns this does not hold; there it is an ordinary move.

The two hashes of a row are the exclusive or of one number for each card and the place it lies on. Columns that take
the same cards have the same floor, so that positions which differ only in the order of columns are one, as are an idle
move of a whole column to another space, and the choice between two spaces.
"""

from .finding import *
from .making import *
from .reading import *
from .searching import *
from .sets import *
from .turning import *
