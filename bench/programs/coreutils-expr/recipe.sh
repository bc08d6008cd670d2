# expr (paper 5).
same_as=coreutils-factor
program=expr
arguments='--sym-arg 3 --sym-arg 3 --sym-arg 3'
