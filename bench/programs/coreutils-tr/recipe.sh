# tr (paper 5).
same_as=coreutils-factor
program=tr
arguments='--sym-arg 3 --sym-arg 3 --sym-stdin 6'
