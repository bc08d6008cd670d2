# [ (paper 5).
same_as=coreutils-tr
program=[
arguments='--sym-args 1 3 3 ]'
