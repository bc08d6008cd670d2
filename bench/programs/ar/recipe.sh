# GNU's ar lists an archive whose headers are partly symbolic (paper 5).
same_as=as
program=ar
options='--sym-file-from A=$recipe/template.a'
arguments='tv A'
