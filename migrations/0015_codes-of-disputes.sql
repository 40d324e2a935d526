-- Disputes were recorded by their sentence in one of eight languages. Since then the history has a code.
UPDATE `payment_events` SET `detail` = 'dispute-inquiry' WHERE `detail` IN (
	'The payer’s bank has started an inquiry. Please respond at the payment provider.',
	'بدأ مصرف الدافع استفسارًا. أجب عنه لدى مزوّد الدفع.',
	'Die Bank des Zahlers hat eine Anfrage gestellt. Antworten Sie beim Zahlungsanbieter.',
	'El banco del pagador ha iniciado una investigación. Responda en el proveedor de pagos.',
	'La banque du payeur a ouvert une demande de renseignements. Répondez chez le prestataire de paiement.',
	'भुगतानकर्ता के बैंक ने पूछताछ शुरू की है। भुगतान प्रदाता के यहाँ जवाब दें।',
	'O banco do pagador abriu uma investigação. Responda no provedor de pagamento.',
	'付款人的银行已发起调查，请在支付服务商处回应。'
);
--> statement-breakpoint
UPDATE `payment_events` SET `detail` = 'dispute-open' WHERE `detail` IN (
	'It is disputed at the payment provider.',
	'عملية الدفع موضع نزاع لدى مزوّد الدفع.',
	'Sie ist beim Zahlungsanbieter angefochten.',
	'Está en disputa en el proveedor de pagos.',
	'Il est contesté chez le prestataire de paiement.',
	'भुगतान प्रदाता के यहाँ इस पर विवाद है।',
	'Está em disputa no provedor de pagamento.',
	'在支付服务商处存在争议。'
);
--> statement-breakpoint
UPDATE `payment_events` SET `detail` = 'dispute-won' WHERE `detail` IN (
	'The dispute was won.',
	'كُسب النزاع.',
	'Die Anfechtung wurde gewonnen.',
	'La disputa se ganó.',
	'La contestation a été gagnée.',
	'विवाद का फ़ैसला पक्ष में रहा।',
	'A disputa foi ganha.',
	'争议已胜诉。'
);
--> statement-breakpoint
UPDATE `payment_events` SET `detail` = 'dispute-lost' WHERE `detail` IN (
	'The dispute was lost.',
	'خُسر النزاع.',
	'Die Anfechtung ging verloren.',
	'La disputa se perdió.',
	'La contestation a été perdue.',
	'विवाद का फ़ैसला विरुद्ध रहा।',
	'A disputa foi perdida.',
	'争议已败诉。'
);
