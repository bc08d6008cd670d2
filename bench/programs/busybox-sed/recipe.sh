# busybox's sed with a symbolic script.
same_as=busybox
program=busybox
options='--sym-stdin-from $recipe/template.txt'
arguments='sed -e --sym-arg 6'
