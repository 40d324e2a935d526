export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Attributes and properties that never hold a text. */
const TECHNICAL =
  /^(?:class|className|style|href|to|src|srcSet|sizes|d|viewBox|id|htmlFor|name|type|key|rel|as|method|encType|accept|autoComplete|inputMode|pattern|role|target|transform|points|media|content|property|charSet|http-equiv|headers|allow|sandbox|icon|streams|tone|variant|intent|description|openapi|example|examples|mediaType|font|fontFamily|sql|cached|scope|kind|code|event|sameSite)$/i;

/** The name of a header. */
const HEADER = /^[A-Z]\w*(?:-[A-Z]\w*)+$/;

/** Calls that get no text for people: the log, the database, headers, the descriptions of the API and of metrics. */
const TECHNICAL_CALL =
  /^(?:sql|preparedSql|preparedValue|prepared|cx|clsx|classNames|require|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|RegExp|Error|TypeError|RangeError|ConfigurationError|ToolError|TimestampError|log|console|histogram|counter|gauge|describe|meta|exec|prepare|pragma|text|createHash|setHeader|match|split|startsWith|endsWith|includes|replace|debug|info|warn|fatal|t|rich|purpose|derive|seal|record|recordSecurityEvent|withLock|startPeriodic|eachRow|rejectionReason|serialize)$/;

export const nameOf = (node: Node | undefined): string => {
  if (!node) return '';
  if (typeof node.name === 'string') return node.name;
  if (node.type === 'JSXNamespacedName')
    return `${nameOf(node.namespace as Node)}:${nameOf(node.name as Node)}`;
  if (typeof node.value === 'string') return node.value;
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  return '';
};

/** Whether a literal is at a place without texts for people, such as the name of a class. */
export function isTechnical(node: Node, ancestors: Node[]): boolean {
  let child = node;
  for (const parent of ancestors.toReversed()) {
    switch (parent.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (parent.source === child) return true;
        break;
      case 'TSLiteralType':
      case 'TSTypeAnnotation':
      case 'TSTypeAliasDeclaration':
      case 'TaggedTemplateExpression':
      case 'SwitchCase':
        if (parent.type !== 'SwitchCase' || parent.test === child) return true;
        break;
      case 'BinaryExpression':
        if (/^[!=]==?$|^in$/.test(String(parent.operator))) return true;
        break;
      case 'MemberExpression':
        if (parent.property === child) return true;
        break;
      case 'Property':
        if (parent.key === child) return true;
        if (TECHNICAL.test(nameOf(parent.key as Node)) || HEADER.test(nameOf(parent.key as Node)))
          return true;
        break;
      case 'JSXAttribute':
        return (
          (TECHNICAL.test(nameOf(parent.name as Node)) &&
            !/^(?:description|kind|content|event|name)$/.test(nameOf(parent.name as Node))) ||
          /^(?:data-|on[A-Z])/.test(nameOf(parent.name as Node))
        );
      case 'VariableDeclarator':
        if (/class|style|css|sql|regex|policy/i.test(nameOf(parent.id as Node))) return true;
        if (/_DESCRIPTION$|^EXAMPLE/.test(nameOf(parent.id as Node))) return true;
        break;
      case 'CallExpression':
      case 'NewExpression': {
        const callee = parent.callee as Node;
        if (child === callee) break;
        const called = nameOf(callee);
        const object = callee.type === 'MemberExpression' ? nameOf(callee.object as Node) : '';
        return TECHNICAL_CALL.test(called) || /^(?:log|logger|console|sqlite|headers|metrics)$/.test(object);
      }
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
      case 'FunctionExpression':
        return false;
    }
    child = parent;
  }
  return false;
}
