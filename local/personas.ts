import type { Role } from "../shared/permissions";

/** Everybody's password in a local run. */
export const localPassword = "Local-demo-1";

/** `totp@aqlcloud.test` proves the second step with this secret: type it into any authenticator application. */
export const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Company of the demo account, and of the one its people must never see. */
export const companies = { northwind: "Northwind Cold Chain", harbour: "Harbour Labs" } as const;
export type Company = keyof typeof companies;

export type Persona = {
	sub: string;
	email: string;
	name: string;
	/** null: signs in, but belongs to no account. */
	membership: { company: Company; role: Role } | null;
	totpSecret: string | null;
	mustSetPassword: boolean;
	/** Was a member of the account, and is no more. */
	isRemoved: boolean;
};

type PersonaFacts = Pick<Persona, "sub" | "email" | "name" | "membership"> & Partial<Persona>;

function persona(facts: PersonaFacts): Persona {
	return { totpSecret: null, mustSetPassword: false, isRemoved: false, ...facts };
}

function memberOf(company: Company, role: Role): Persona["membership"] {
	return { company, role };
}

/** The people of every local run. Their subs are fixed, so that accounts seeded for them stay theirs. */
export const personas: readonly Persona[] = [
	persona({
		sub: "0a5e7b10-0001-4000-8000-000000000001",
		email: "owner@aqlcloud.test",
		name: "Maria Oliveira",
		membership: memberOf("northwind", "owner"),
	}),
	persona({
		sub: "0a5e7b10-0002-4000-8000-000000000002",
		email: "admin@aqlcloud.test",
		name: "Tomás Ferreira",
		membership: memberOf("northwind", "admin"),
	}),
	persona({
		sub: "0a5e7b10-0003-4000-8000-000000000003",
		email: "operator@aqlcloud.test",
		name: "Ana Prado",
		membership: memberOf("northwind", "operator"),
	}),
	persona({
		sub: "0a5e7b10-0004-4000-8000-000000000004",
		email: "viewer@aqlcloud.test",
		name: "Ellen Whitaker",
		membership: memberOf("northwind", "viewer"),
	}),
	persona({
		sub: "0a5e7b10-0005-4000-8000-000000000005",
		email: "billing@aqlcloud.test",
		name: "Rui Carvalho",
		membership: memberOf("northwind", "billing"),
	}),
	persona({
		sub: "0a5e7b10-0006-4000-8000-000000000006",
		email: "stranger@aqlcloud.test",
		name: "Noor Haddad",
		membership: memberOf("harbour", "owner"),
	}),
	persona({
		sub: "0a5e7b10-0007-4000-8000-000000000007",
		email: "new@aqlcloud.test",
		name: "Grace Okafor",
		membership: memberOf("northwind", "viewer"),
		mustSetPassword: true,
	}),
	persona({
		sub: "0a5e7b10-0008-4000-8000-000000000008",
		email: "totp@aqlcloud.test",
		name: "Daniel Reyes",
		membership: memberOf("northwind", "operator"),
		totpSecret,
	}),
	persona({
		sub: "0a5e7b10-0009-4000-8000-000000000009",
		email: "removed@aqlcloud.test",
		name: "Pieter Janssen",
		membership: memberOf("northwind", "viewer"),
		isRemoved: true,
	}),
	persona({
		sub: "0a5e7b10-0010-4000-8000-000000000010",
		email: "newcomer@aqlcloud.test",
		name: "Ingrid Dahl",
		membership: null,
	}),
];
