-- Deleted accounts had a name in one of eight languages. The search index keeps it for their look-ups so far, which this row says.
INSERT INTO `former_verifier_texts` (`user_id`, `until_seq`, `text`)
SELECT `id`, (SELECT max(`seq`) FROM `verifications`), `name` FROM `users`
WHERE `deleted_at` IS NOT NULL AND `name` IN ('Deleted account', 'حساب محذوف', 'Gelöschtes Konto', 'Cuenta eliminada', 'Compte supprimé', 'हटाया गया खाता', 'Conta excluída', '已删除的账户')
	AND EXISTS (SELECT 1 FROM `verifications` WHERE `verifier_id` = `users`.`id`)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE `users` SET `name` = '' WHERE `deleted_at` IS NOT NULL AND `name` IN ('Deleted account', 'حساب محذوف', 'Gelöschtes Konto', 'Cuenta eliminada', 'Compte supprimé', 'हटाया गया खाता', 'Conta excluída', '已删除的账户');
