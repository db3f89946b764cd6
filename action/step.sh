# Read by the steps of action.yml, with the name of a step: runs step.py on the first Python that is new enough.
# It is shell, as a container may have no Python at all, or one that cannot even read step.py.
# What the job's variables lead to, as PYTHONPATH, may be the code of a stranger: every Python is asked to leave it out.

folder=${BASH_SOURCE[0]%/*}
pythons=(python python3 python3.14 python3.13 python3.12 python3.11)
[ -z "${PYTHON:-}" ] || pythons=("$PYTHON")
running=
for name in "${pythons[@]}"; do
    python=$(command -v "$name") || continue
    if "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1; then
        exec "$python" -I "$folder/step.py" "$@"
    fi
    if [ -z "$running" ]; then  # -I is newer than some
        running=$("$python" -E -s -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2> /dev/null) || running=
    fi
done

if [ "$1" = verdict ]; then
    exit 2
fi
found="there is none here"
[ -z "$running" ] || found="this is ${running//[^0-9.]/}"
printf '::error title=tdomcheck::tdomcheck needs Python 3.11 or newer, and %s; %s\n' "$found" \
    'name one with the input `python-version`, or set one up in a step before'
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    while IFS= read -r line; do printf '%s\n' "$line"; done < "$folder/outputs.txt" >> "$GITHUB_OUTPUT"
fi
exit 0  # the step that decides comes last, and reads the outputs
