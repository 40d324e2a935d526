// The passwords of 8 characters and more that every published list of leaked ones begins with, and the names that
// people build on them; shorter ones are refused by their length.
const COMMON = new Set(
  `password passw0rd password1 password12 password123 password1234 passwort 12345678 123456789 1234567890 0123456789
  87654321 987654321 0987654321 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555
  66666666 77777777 88888888 99999999 12341234 12344321 11223344 1122334455 123123123 123321123 123454321 12121212 12345679
  123456780 147258369 147852369 159753456 741852963 789456123 963852741 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 azertyuiop asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 qazwsxedc
  qweasdzxc qweasd123 asdf1234 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 aa123456 aa12345678 a1234567 a12345678 a123456789
  iloveyou iloveyou1 iloveyou2 loveyou1 lovely123 princess princess1 sunshine sunshine1 football football1 baseball basketball superman
  superman1 batman123 spiderman pokemon1 pokemon123 starwars starwars1 trustno1 trustno123 whatever whatever1 computer internet samsung1
  michelle jennifer jonathan jordan23 liverpool chelsea1 arsenal1 barcelona juventus manchester dragon123 monkey123 master123 shadow123
  welcome1 welcome12 welcome123 letmein1 letmein123 changeme changeme1 changeme123 default1 secret12 secret123 administrator admin123
  admin1234 admin12345 adminadmin rootroot root1234 toor1234 testtest test1234 test12345 guest123 user1234 temp1234 demo1234 hello123
  hello1234 freedom1 blink182 charlie1 daniel123 michael1 ashley123 nicole123 jessica1 zaq12wsx zaq1zaq1 !qaz2wsx p@ssw0rd p@ssword
  passw0rd1 pa55word pa55w0rd pass1234 pass12345 password! password1! qwerty1! summer2024 summer2025 summer2026 winter2024 winter2025
  winter2026 spring2026 autumn2026 certrace certrace1 certrace123 certificate`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a password is one of the most common ones, whatever its case. */
export const isCommonPassword = (password: string) =>
  COMMON.has(password.toLowerCase()) || /^(.)\1*$/u.test(password);
