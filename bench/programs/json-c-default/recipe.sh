# json-c with the hash it has by default, which reads whole words, past the end
# of a key: an error out-of-bounds is right.
same_as=json-c
arguments='12 default --sym-stdin 4'
