# bzip2 decompresses: a small compressed file in which the block size and some bytes
# of the origin, the alphabet and the code tables are symbolic.
same_as=bzip2
options='--sym-stdin-from $recipe/template.bz2'
arguments='-dc'
