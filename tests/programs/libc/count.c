// Enough of the library is compared with native musl: see functions.py.
// MATRIX: no
// TIME: 180
// RUN: python3 %S/functions.py --at-least 800
