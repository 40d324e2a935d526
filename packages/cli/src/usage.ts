/** What each command takes, for the help and the completion. */
export const COMMANDS = {
  login: {
    line: 'login --url URL [--token TOKEN]',
    text: 'Keeps the address of a site and a token of yours for the other commands. Without --token and CERTRACE_TOKEN it asks for the token, or reads it from standard input.',
    options: ['--url', '--token'],
    example: 'npx certrace login --url https://certs.example.org --token ctr_…',
  },
  issue: {
    line: 'issue --email EMAIL --name NAME --course COURSE [--date DATE] [--expires DATE] [--hold MINUTES]',
    text: 'Issues a certificate and prints its ID. The dates are like 2026-02-28; the first is today by default. With --hold it waits for 1 to 60 minutes, in which it can be withdrawn.',
    options: ['--email', '--name', '--course', '--date', '--expires', '--allow-duplicate', '--hold'],
    example:
      "npx certrace issue --email ingrid@students.example --name 'Ingrid Sørensen' --course 'Distributed Systems'",
  },
  batch: {
    line: 'batch FILE.csv',
    text: 'Issues a certificate for each row of a CSV file, and shows how far it is. A row that cannot be issued stops it before it starts.',
    options: [],
    example: 'npx certrace batch graduates.csv',
  },
  verify: {
    line: 'verify FILE [--key VKEY] [--trust LIST] [--did DID] [--status-list FILE] …',
    text: 'Checks a certificate’s PDF, PNG or JSON on this machine, without any connection. Exits 0 when it is genuine, 1 when it is not, and 2 when it could not be checked.',
    options: [
      '--key',
      '--policy',
      '--did',
      '--trust',
      '--proof',
      '--status-list',
      '--accept-unknown-revocation',
    ],
    example: "npx certrace verify certificate.pdf --key 'certs.example.org/log+1a2b3c4d+AbCd…'",
  },
  download: {
    line: 'download ID [--format pdf|png|json] [--output FILE]',
    text: 'Saves the file of a certificate that you issued or paid for.',
    options: ['--format', '--output'],
    example: 'npx certrace download 7K3M-9QZX-2HVB-4TND --format pdf',
  },
  events: {
    line: 'events [--follow] [--types TYPE,TYPE] [--after ID]',
    text: 'Prints what happened, oldest first. With --follow it waits for more.',
    options: ['--follow', '--types', '--after'],
    example: 'npx certrace events --follow --types certificate.issued,certificate.revoked --json',
  },
  completion: {
    line: 'completion bash|zsh',
    text: 'Prints a script that completes commands and options.',
    options: [],
    example: 'source <(npx certrace completion bash)',
  },
} as const;

export type CommandName = keyof typeof COMMANDS;

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

const GENERAL = `Every command takes --json, which prints JSON for programs, and --help. CERTRACE_URL and CERTRACE_TOKEN
take precedence over what login kept. Exit codes: 0 done, 1 the site refused it, 2 wrong usage, 3 the site did not answer. verify has its own.`;

export function helpOf(name?: CommandName): string {
  if (name) {
    const { line, text, example } = COMMANDS[name];
    return `Usage: certrace ${line}\n\n${text}\n\nExample:\n  ${example}\n\n${GENERAL}`;
  }
  const lines = Object.values(COMMANDS).map(({ line, text }) => `  certrace ${line}\n      ${text}`);
  return `Certrace in a shell.\n\n${lines.join('\n')}\n\n${GENERAL}\n\nBegin with:\n  ${COMMANDS.login.example}\n  ${COMMANDS.issue.example}`;
}

/** The script that completes commands and options in a shell. */
export function completionOf(shell: 'bash' | 'zsh'): string {
  const names = Object.keys(COMMANDS).join(' ');
  const cases = Object.entries(COMMANDS)
    .map(([name, { options }]) => `    ${name}) choices="${[...options, '--json', '--help'].join(' ')}" ;;`)
    .join('\n');
  const bash = `_certrace() {
  local choices="${names}" current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases}
    *) choices="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _certrace certrace`;
  if (shell === 'bash') return bash;
  return `(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
autoload -U bashcompinit && bashcompinit
${bash}`;
}
