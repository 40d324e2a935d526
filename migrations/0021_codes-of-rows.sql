-- Some problems of rows were stored by their sentence in one of eight languages, with an ID or a line. Since then there are codes.
CREATE TABLE `stored_sentences` (`start` text NOT NULL, `end` text NOT NULL, `code` text NOT NULL, `has_value` integer NOT NULL);
--> statement-breakpoint
INSERT INTO `stored_sentences` (`start`, `end`, `code`, `has_value`) VALUES
	('{"row":["This certificate could not be stored. Please try again in another batch.', '"]}', '{"row":["not-stored', 0),
	('{"row":["تعذّر حفظ هذه الشهادة. أعد المحاولة في دفعة أخرى.', '"]}', '{"row":["not-stored', 0),
	('{"row":["Dieses Zertifikat konnte nicht gespeichert werden. Versuchen Sie es in einem anderen Stapel erneut.', '"]}', '{"row":["not-stored', 0),
	('{"row":["No se pudo guardar este certificado. Inténtelo de nuevo en otro lote.', '"]}', '{"row":["not-stored', 0),
	('{"row":["Ce certificat n’a pas pu être enregistré. Réessayez dans un autre lot.', '"]}', '{"row":["not-stored', 0),
	('{"row":["यह प्रमाणपत्र सहेजा नहीं जा सका। किसी दूसरे बैच में फिर कोशिश करें।', '"]}', '{"row":["not-stored', 0),
	('{"row":["Não foi possível armazenar este certificado. Tente novamente em outro lote.', '"]}', '{"row":["not-stored', 0),
	('{"row":["无法保存此证书，请在另一批次中重试。', '"]}', '{"row":["not-stored', 0),
	('{"studentEmail":["The holder with this address was erased.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["مُحيت بيانات صاحب الشهادة ذي هذا العنوان.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["Der Inhaber mit dieser Adresse wurde anonymisiert.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["Se borró al titular con esta dirección.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["Le titulaire de cette adresse a été effacé.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["इस पते वाले धारक की जानकारी मिटाई गई।', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["O titular com este endereço foi apagado.', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["使用此邮箱的持有人的信息已被抹除。', '"]}', '{"studentEmail":["holder-erased', 0),
	('{"studentEmail":["This student already has a valid certificate for the course: ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["لدى هذا الطالب شهادة سارية للدورة بالفعل: ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["Diese Person hat bereits ein gültiges Zertifikat für den Kurs: ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["Este estudiante ya tiene un certificado válido del curso: ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["Cet étudiant a déjà un certificat valide pour le cours : ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["इस विद्यार्थी के पास इस पाठ्यक्रम का मान्य प्रमाणपत्र पहले से है: ', '।"]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["Este aluno já tem um certificado válido do curso: ', '."]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["该学员已持有此课程的有效证书：', '。"]}', '{"studentEmail":["duplicate', 1),
	('{"studentEmail":["Line ', ' has the same student, email and course."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["في السطر ', ' الطالب نفسه والبريد الإلكتروني نفسه والدورة نفسها."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["Zeile ', ' hat dieselbe Person, dieselbe E-Mail und denselben Kurs."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["La línea ', ' tiene el mismo estudiante, correo y curso."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["La ligne ', ' a les mêmes étudiant, e-mail et cours."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["पंक्ति ', ' में यही विद्यार्थी, ईमेल और पाठ्यक्रम है।"]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["A linha ', ' tem o mesmo aluno, e-mail e curso."]}', '{"studentEmail":["same-as-line', 1),
	('{"studentEmail":["第 ', ' 行的学员、邮箱和课程与此相同。"]}', '{"studentEmail":["same-as-line', 1);
--> statement-breakpoint
-- Values are between characters that isolate their direction.
UPDATE `batch_rows` SET `errors` = coalesce((
	SELECT `code` || CASE `has_value` WHEN 1 THEN '|' || substr(replace(replace(`errors`, char(8296), ''), char(8297), ''), length(`start`) + 1, length(replace(replace(`errors`, char(8296), ''), char(8297), '')) - length(`start`) - length(`end`)) ELSE '' END || '"]}' FROM `stored_sentences`
	WHERE substr(replace(replace(`errors`, char(8296), ''), char(8297), ''), 1, length(`start`)) = `start` AND substr(replace(replace(`errors`, char(8296), ''), char(8297), ''), -length(`end`)) = `end`
		AND CASE `has_value` WHEN 1 THEN substr(replace(replace(`errors`, char(8296), ''), char(8297), ''), length(`start`) + 1, length(replace(replace(`errors`, char(8296), ''), char(8297), '')) - length(`start`) - length(`end`)) NOT GLOB '*[^0-9A-Z-]*' ELSE substr(replace(replace(`errors`, char(8296), ''), char(8297), ''), length(`start`) + 1, length(replace(replace(`errors`, char(8296), ''), char(8297), '')) - length(`start`) - length(`end`)) = '' END
), `errors`) WHERE `errors` IS NOT NULL;
--> statement-breakpoint
DROP TABLE `stored_sentences`;
