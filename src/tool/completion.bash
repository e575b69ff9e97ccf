# Completion of ferry for bash. What there is to complete, the command's own help
# says.

_ferry() {
  local cur=${COMP_WORDS[COMP_CWORD]} subcommand=${COMP_WORDS[1]} words i
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    words=$("$1" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) *- .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$cur")
    return
  fi
  local help
  help=$("$1" "$subcommand" --help 2>/dev/null)
  # Behind the program, of those that run one, is its own business.
  if [[ $help == *'[options] PROGRAM'* ]]; then
    for ((i = 2; i < COMP_CWORD; ++i)); do
      case ${COMP_WORDS[i]} in
        -o | --*=*) ;;
        =) ((++i)) ;;
        -*) [[ $help == *"${COMP_WORDS[i]}=<"* && ${COMP_WORDS[i + 1]} != = ]] && ((++i)) ;;
        *)
          declare -F _command_offset >/dev/null && _command_offset "$i"
          return
          ;;
      esac
    done
  fi
  if [[ $cur == -* ]]; then
    words=$(sed -n 's/^  \(--\?[A-Za-z-]*\).*/\1/p' <<<"$help")
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  elif [ "$subcommand" = cache ]; then
    mapfile -t COMPREPLY < <(compgen -W "list size clear" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -cf -- "$cur")
  fi
}
complete -o filenames -F _ferry ferry
