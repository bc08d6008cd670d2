# busybox's shell (ash) on a script without commands that are other programs.
same_as=busybox
program=busybox
options='--sym-file-from A=$recipe/template.sh'
arguments='sh A'
