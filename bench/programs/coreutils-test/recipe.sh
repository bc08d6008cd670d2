# [ (paper 5).
same_as=coreutils-factor
program=[
arguments='--sym-args 1 3 3 ]'
