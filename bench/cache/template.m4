define(a?, 1)dnl
bc(a?)
