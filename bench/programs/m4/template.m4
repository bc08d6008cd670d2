define(a?, 1)dnl
define(`bc', `$1?')dnl
bc(a?) len(?)
