import { removeMembership } from "./account-membership-rows";

/** Every directory table with an account id, in the order of deletion. A test checks that no table is missing. */
export const accountTables = [
	"mail_addresses",
	"domain_claims",
	"identity_providers",
	"person_subs",
	"provider_ends",
	"hostnames",
	"account_brands",
	"released_senders",
	"billing_customers",
	"usage_statements",
	"file_hashes",
	"sent_messages",
	"short_links",
	"oauth_entries",
	"message_shares",
	"invitations",
	"former_accounts",
	"memberships",
	"members_directory",
	"account_states",
	"account_recoveries",
	"account_due",
] as const;

/** Idempotent. Keeps the members' other accounts and sign-ins. */
export async function forgetAccount(directory: D1Database, { accountId, now }: { accountId: string; now: number }) {
	for (const sub of await listMembers(directory, accountId)) {
		await removeMembership(directory, { sub, accountId, until: now });
	}
	// These rows hold the company's name without an account id.
	await directory
		.prepare("DELETE FROM former_members WHERE (sub, at) IN (SELECT sub, at FROM former_accounts WHERE account_id = ?)")
		.bind(accountId)
		.run();
	for (const table of accountTables) {
		await directory.prepare(`DELETE FROM ${table} WHERE account_id = ?`).bind(accountId).run();
	}
}

async function listMembers(directory: D1Database, accountId: string): Promise<string[]> {
	const query =
		"SELECT sub FROM memberships WHERE account_id = ?1 UNION SELECT sub FROM members_directory WHERE account_id = ?1";
	const { results } = await directory.prepare(query).bind(accountId).all<{ sub: string }>();
	return results.map(({ sub }) => sub);
}
