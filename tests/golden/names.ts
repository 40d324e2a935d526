import { readFileSync } from 'node:fs';

const shared: Record<string, string> = JSON.parse(
  readFileSync(new URL('../inputs/03-names-text-layer.json', import.meta.url), 'utf8'),
);

/** Names whose text is other letters, in another order or with spaces in it when a PDF says which glyphs it shows. */
export const names: Record<string, string> = {
  ...shared,
  ligatures: 'Fjóla Offiah-Þffl AVATAR To. Ty Łōķ',
  Vietnamese: 'Nguyễn Thị Ánh Tuyết',
  Yoruba: 'Ọlátúnjí Adébáyọ̀ Ẹ̀kọ́',
  Lithuanian: 'Ąžuolas Ė́ Ų̃',
  Greek: 'Ελευθέριος Παπαδόπουλος',
  'polytonic Greek': 'Ἀλέξανδρος ᾿Αθηναῖος',
  Cyrillic: 'Юлія Їжакевич',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'ნინო ბერიძე',
  'Arabic with signs': 'د. عبد الله الأنصاري',
  Persian: 'علی\u200cرضا نوری',
  Urdu: 'محمد عبدالرحمٰن',
  Hebrew: 'דוד בן־גוריון',
  'Hebrew in quotes': 'צה"ל (דוד)',
  Marathi: 'ज्ञानेश्वर क्षीरसागर',
  Bengali: 'শ্রীকৃষ্ণ চট্টোপাধ্যায়',
  // The joiner comes before the sign that removes the vowel.
  'Bengali with a joiner': 'র\u200d্যাব হোসেন',
  'Kannada with a joiner': 'ರ\u200d್ಯಾಂಕ್ ವಿಜೇತ',
  Tamil: 'ஸ்ரீனிவாசன் கிருஷ்ணமூர்த்தி',
  Kannada: 'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಮೂರ್ತಿ',
  Malayalam: 'ശ്രീജിത്ത് കൃഷ്ണൻ',
  Telugu: 'శ్రీనివాస్ కృష్ణమూర్తి',
  Gujarati: 'શ્રીનિવાસ કૃષ્ણમૂર્તિ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Odia: 'ଶ୍ରୀନିବାସ କୃଷ୍ଣମୂର୍ତ୍ତି',
  Sinhala: 'ශ්\u200dරී ලංකා ක්\u200dෂේම',
  Ethiopic: 'ኃይለ ሥላሴ ገብረ',
  Tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ ᠪᠠᠲᠤ',
  Cherokee: 'ᏎᏉᏯ ᏣᎳᎩ',
  Tifinagh: 'ⵢⵓⴱⴰ ⴰⵎⵖⵏⴰⵙ',
  Javanese: 'ꦱꦿꦶꦩꦸꦭꦾꦤꦶ',
  Adlam: '𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪',
  Rohingya: '𐴌𐴗𐴥𐴝 𐴙𐴚𐴒𐴙𐴝',
  Limbu: 'ᤕᤰᤌᤢᤱ ᤐᤠᤏ᤺',
  Lepcha: 'ᰛᰩᰵᰛᰧᰵᰶ ᰀᰪᰱ',
  Sundanese: 'ᮘᮞ ᮞᮥᮔ᮪ᮓ',
  'Tai Tham': 'ᨣᩤᩴᨾᩮᩬᩥᨦ ᨩ᩠ᨿᨦᩉ᩠ᨾᩲ᩵',
  Syriac: 'ܡܪܝܡ ܐܦܪܝܡ',
  'mathematical letters': 'Group 𝒜𝓑 and 𝔾',
  Thai: 'สมชาย ใจดีน้ำ',
  Lao: 'ສົມຊາຍ ໃຈດີ',
  Khmer: 'សុខ ស្រីមុំ',
  Burmese: 'အောင်ဆန်း စုကြည်',
  Chinese: '欧阳小明',
  'Chinese beyond the first plane': '𠮷野家 太郎',
  Japanese: '髙橋 さくら',
  Korean: '김민준 이서연',
  emoji: 'Ada 🎓 Lovelace',
  'joined emoji': 'Ada 👨‍👩‍👧‍👦 B',
  markup: "O'Brien & Søn (née \\x)",
  'single letters': 'A B',
  'single Chinese letters': '王 明',
};

/** Names from right to left and of two directions. Readers turn their order, each in its way. */
export const turnedNames: Record<string, string> = {
  'Arabic with a full stop': 'د. أحمد',
  'Persian with a full stop': 'م. علی\u200cرضا نوری',
  'Urdu with a full stop': 'ڈاکٹر۔ محمد عبدالرحمٰن',
  'Hebrew initials': 'א.ב. יהושע',
  'Hebrew in gershayim': 'צה״ל (דוד)',
  'Hebrew with an apostrophe': "ז'בוטינסקי",
  'single Hebrew letters': 'ע א',
  'a hyphen and a slash': 'عبد-الله محمد/أحمد',
  'signs of Arabic': 'أحمد، محمد؟',
  quotes: '«محمد» "علي" “عمر” ‘زيد’',
  'two typographic signs': 'محمد…” علي',
  'brackets at the start': '(محمد) علي',
  digits: 'أحمد 123 محمد',
  'Arabic digits': 'أحمد ١٢٣ محمد (٣)',
  'a number with a hyphen': 'رقم 12-05 محمد',
  'a number with signs': '2026-03-31 هاتف +20 محمد',
  'Arabic decimals': '١٫٥ محمد ٢٫٥',
  'Arabic thousands': 'محمد ١٬٥٠٠',
  'Persian thousands': 'نرخ ۱٬۲۵۰٬۰۰۰٫۷۵ ریال',
  'Persian percent': 'پژوهش\u200cهای ۲۰٪',
  percent: 'خصم 50% محمد 50€ أو ٥٠٪',
  'percent in Hebrew': 'הנחה 50% דוד',
  'Latin before Arabic': 'Dr. أحمد (Ahmed) 3',
  'Latin after Arabic': 'أحمد (Ahmed) 3',
  'Latin around Arabic': 'Ada محمد علي Lovelace',
  'Latin between Hebrew': 'דוד Levi כהן',
  'mostly Latin': 'Introduction to Computer Science مقدمة',
  'mostly Latin after Arabic': 'مقدمة Introduction to Computer Science',
  'mostly Latin in brackets': 'מבוא (Introduction to Computer Science)',
  'Latin abbreviations': 'أ.د. محمد (PhD.) B.Sc.',
  'Latin signs': 'C++ للمبتدئين & Python 3.12',
  'an address': 'أحمد (a@b.example) //b.example/?c=1',
  vowels: 'مُحَمَّدٌ عَلِيٌّ',
  'vowels before signs': '(مُحَمَّدٌ). عَلِيٌّ-حَسَنٌ',
  'vowels before Latin': 'مُحَمَّدٌ(Ahmed)',
  'many vowels': 'مُحَمَّدُ بْنُ عَبْدِ اللَّهِ بْنِ عَبْدِ الْمُطَّلِبِ بْنِ هَاشِمِ بْنِ عَبْدِ مَنَافٍ الْأَنْصَارِيُّ',
  'Hebrew points': 'דָּוִד בֶּן־גּוּרְיוֹן',
  Thaana: 'މުޙައްމަދު އިބްރާހީމް',
  'Syriac vowels': 'ܡܰܪܝܰܡ ܐܰܦܪܶܝܡ',
  'N’Ko': 'ߞߊ߲ߞߊ߲ ߡߎߛߊ߫',
  'a hyphen at the end': 'Ada أحمد-',
  'numbers before Latin': '2.0 Levi (۴۵) عبد',
  'signs between Latin and Arabic': 'Levi" (12) عَلِيّ (ن) C++؟ "۴۵"',
  'few letters from right to left': 'Dr. مُحَمَّدٌ Jean-Luc رضا Introduction',
  'two kinds of digits': '٣ مُحَمَّدٌ… حسن ١٢.2.0',
  'Arabic and emoji': 'محمد 🎓🏆 علي 👨‍👩‍👧',
  'Arabic and Adlam': 'محمد 𞤀𞤣𞤤𞤢𞤥',
  'Arabic and Tifinagh': 'محمد ⵢⵓⴱⴰ (ⴰⵎⵖ)',
};

/** Names that are wrapped. Each line ends where one does. */
export const longNames: Record<string, string> = {
  Latin:
    'Wolfgang Amadeus Maximilian Ferdinand von Habsburg Lothringen und zu Sonnenburg the Third of His Name',
  Arabic:
    'محمد بن عبد الله بن عبد المطلب بن هاشم بن عبد مناف بن قصي بن كلاب بن مرة بن كعب بن لؤي بن غالب بن فهر بن مالك',
  Hindi: 'श्रीनिवास कृष्णमूर्ति त्रिपाठी क्षत्रिय ज्ञानेश्वर श्रीकृष्ण विश्वनाथन सुब्रह्मण्यम चट्टोपाध्याय मुखर्जी बंद्योपाध्याय',
  // Its words have no spaces between them.
  'Thai words': 'กรุงเทพมหานคร อมรรัตนโกสินทร์ มหินทรายุธยา มหาดิลกภพ นพรัตนราชธานีบูรีรมย์ อุดมราชนิเวศน์มหาสถาน',
  hyphens: 'Jean-Luc Dubois-Lefèvre de la Très-Longue-Famille-de-Montmorency-Bouteville-Luxembourg',
};

/** Names that are wrapped where they have no space. */
export const brokenNames: Record<string, string> = {
  Tibetan: 'ངག་དབང་བློ་བཟང་ཡེ་ཤེས་བསྟན་འཛིན་རྒྱ་མཚོ་སྲིད་གསུམ་དབང་བསྒྱུར་མཚུངས་པ་མེད་པའི་སྡེ་དཔལ་བཟང་པོ་བློ་བཟང་རྒྱ་མཚོ་དཔལ་བཟང་པོ',
  Thai: 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยามหาดิลกภพนพรัตนราชธานีบูรีรมย์อุดมราชนิเวศน์มหาสถานอมรพิมานอวตารสถิต',
  Khmer: 'វិទ្យាស្ថានជាតិអប់រំនិងបណ្តុះបណ្តាលវិជ្ជាជីវៈនៃព្រះរាជាណាចក្រកម្ពុជាសម្រាប់គ្រូបង្រៀននិងនាយកសាលា',
  Burmese: 'အောင်ဆန်းစုကြည်ဒေါ်ခင်ကြည်ဗိုလ်ချုပ်အောင်ဆန်းမြန်မာနိုင်ငံအမျိုးသားဒီမိုကရေစီအဖွဲ့ချုပ်ဥက္ကဋ္ဌ',
  Chinese:
    '高等数学与线性代数及其在现代密码学与区块链可追溯系统中的应用基础课程结业考核合格人员名单与成绩证明',
  Japanese:
    '高等数学と線形代数およびその現代暗号学とブロックチェーン追跡可能システムへの応用に関する基礎課程修了',
  'a long word':
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorstandsvorsitzender',
  'a long Arabic word': 'أفاستسقيناكموها'.repeat(8),
  'hyphens and spaces':
    'Jean-Luc Dubois-Lefèvre de-la-Très-Longue-Famille-de-Montmorency-Bouteville-Luxembourg-et-Piney-Tingry',
};

/** A text without line breaks, and without the marks of directions with which Poppler surrounds runs from right to left. */
export const inOneLine = (text: string) =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/-\s+/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
