a?=1
f() { echo $a?; }
f
