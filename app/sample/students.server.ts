import { around } from './stage.server.ts';

type NameStyle = { given: string[]; family: string[]; order?: 'family first'; separator?: string };

/** Names in scripts that are hard to draw. Family names are those that suit any given name of their list. */
const NAMES: NameStyle[] = [
  {
    given: ['Ingrid', 'Søren', 'Åsa', 'Bjørn', 'Maja', 'Håkan', 'Solveig'],
    family: ['Ødegård', 'Lindström', 'Åkesson', 'Nygård', 'Sørensen'],
  },
  {
    given: ['Юлія', 'Олександр', 'Оксана', 'Тарас', 'Марія', 'Богдан', 'Ірина'],
    family: ['Ковальчук', 'Шевченко', 'Бондаренко', 'Мельник', 'Гончарук'],
  },
  {
    given: ['José', 'Inês', 'François', 'Noémie', 'Andrés', 'Zoë', 'Iñaki'],
    family: ['Núñez', 'Lefèvre', 'Gonçalves', 'Peña', 'Béranger'],
  },
  {
    given: ['Αλέξανδρος', 'Ελένη', 'Νικόλαος', 'Κατερίνα', 'Δημήτρης', 'Σοφία', 'Γιώργος'],
    family: ['Οικονόμου', 'Γεωργίου', 'Ιωάννου', 'Αντωνίου', 'Βασιλείου'],
  },
  {
    given: ['فاطمة', 'يوسف', 'مريم', 'عمر', 'ليلى', 'خالد', 'نور'],
    family: ['الزهراني', 'حداد', 'منصور', 'الخطيب', 'السيد'],
  },
  {
    given: ['Łukasz', 'Réka', 'Zoltán', 'Márta', 'Jürgen', 'Ágnes', 'Günther'],
    family: ['Müller', 'Szabó', 'Weiß', 'Kőszegi', 'Wójcik'],
  },
  {
    given: ['प्रिया', 'अर्जुन', 'काव्या', 'रोहन', 'अनन्या', 'विक्रम', 'मीरा'],
    family: ['शर्मा', 'वर्मा', 'पटेल', 'गुप्ता', 'जोशी'],
  },
  {
    given: ['静怡', '伟', '子涵', '建国', '雨桐', '思远', '晓明'],
    family: ['王', '李', '张', '陈', '刘'],
    order: 'family first',
    separator: '',
  },
  {
    given: ['Thị Ánh Tuyết', 'Minh Đức', 'Ngọc Hà', 'Văn Hùng', 'Thu Thảo', 'Quốc Bảo', 'Mỹ Linh'],
    family: ['Nguyễn', 'Trần', 'Phạm', 'Lê', 'Đặng'],
    order: 'family first',
  },
  {
    given: ['Amara', 'Çağrı', 'Ayşe', 'Kwame', 'Gül', 'İbrahim', 'Zeynep'],
    family: ['Öztürk', 'Okafor', 'Şahin', 'Mensah', 'Yılmaz'],
  },
];

/** The name of the person with this number. The first 350 differ. */
export function nameOf(number: number): string {
  const { given, family, order, separator = ' ' } = around(NAMES, number);
  const turn = Math.floor(number / NAMES.length);
  const names = [around(given, turn), around(family, turn)];
  return (order ? names.toReversed() : names).join(separator);
}

/** A student of the story. Like many schools, the issuers give out addresses with numbers. */
export const student = (number: number) => ({
  studentName: nameOf(number),
  studentEmail: `s${24_000 + number}@students.example`,
});
