a?=1
ech? ${a??x}
for i in ? b; do case $i in [?]) ;; esac; done
: $((1 ? 2))
