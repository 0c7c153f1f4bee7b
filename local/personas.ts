import type { Role } from "../shared/permissions";
import type { MfaMethod } from "../shared/session";

export const localPassword = "Local-demo-1";

/** The authenticator secret of every persona with TOTP; enter it in any authenticator app. */
export const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const companies = { northwind: "Northwind Cold Chain", harbour: "Harbour Labs" } as const;
export type Company = keyof typeof companies;

export type PersonaState =
	| "ready"
	| "must-set-password"
	| "temporary-password-expired"
	| "must-set-up-second-step"
	| "unconfirmed"
	| "reset-required"
	| "disabled";

export type Persona = {
	sub: string;
	username: string;
	email: string;
	phoneNumber: string | null;
	name: string;
	/** null: can sign in, but belongs to no account. */
	membership: { company: Company; role: Role } | null;
	seesOnly: readonly string[] | null;
	secondSteps: readonly MfaMethod[];
	state: PersonaState;
	invitedTo: { company: Company; role: Role } | null;
	isRemoved: boolean;
};

type PersonaFacts = Pick<Persona, "sub" | "email" | "name" | "membership"> & Partial<Persona>;

function persona(facts: PersonaFacts): Persona {
	const usual = {
		phoneNumber: null,
		secondSteps: [],
		state: "ready",
		invitedTo: null,
		isRemoved: false,
		seesOnly: null,
	} as const;
	return { username: facts.sub, ...usual, ...facts };
}

function memberOf(company: Company, role: Role): Persona["membership"] {
	return { company, role };
}

/** Their subs are fixed, because seeded accounts refer to them. */
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
		state: "must-set-password",
	}),
	persona({
		sub: "0a5e7b10-0008-4000-8000-000000000008",
		email: "totp@aqlcloud.test",
		name: "Daniel Reyes",
		membership: memberOf("northwind", "operator"),
		secondSteps: ["SOFTWARE_TOKEN_MFA"],
	}),
	persona({
		sub: "0a5e7b10-0009-4000-8000-000000000009",
		email: "removed@aqlcloud.test",
		name: "Pieter Janssen",
		membership: memberOf("northwind", "viewer"),
		isRemoved: true,
	}),
	persona({
		sub: "0a5e7b10-0011-4000-8000-000000000011",
		email: "scoped@aqlcloud.test",
		name: "Isabel Rocha",
		membership: memberOf("northwind", "admin"),
		seesOnly: ["Pharmacy"],
	}),
	persona({
		sub: "0a5e7b10-0010-4000-8000-000000000010",
		email: "newcomer@aqlcloud.test",
		name: "Ingrid Dahl",
		membership: null,
	}),
	persona({
		sub: "0a5e7b10-0020-4000-8000-000000000020",
		email: "sms@aqlcloud.test",
		name: "Yuki Tanaka",
		membership: null,
		phoneNumber: "+15555550120",
		secondSteps: ["SMS_MFA"],
	}),
	persona({
		sub: "0a5e7b10-0021-4000-8000-000000000021",
		email: "email-code@aqlcloud.test",
		name: "Clara Lindqvist",
		membership: null,
		secondSteps: ["EMAIL_OTP"],
	}),
	persona({
		sub: "0a5e7b10-0022-4000-8000-000000000022",
		email: "choose@aqlcloud.test",
		name: "Marek Nowak",
		membership: null,
		phoneNumber: "+15555550122",
		secondSteps: ["SMS_MFA", "SOFTWARE_TOKEN_MFA"],
	}),
	persona({
		sub: "0a5e7b10-0023-4000-8000-000000000023",
		email: "setup@aqlcloud.test",
		name: "Amara Diallo",
		membership: null,
		state: "must-set-up-second-step",
	}),
	persona({
		sub: "0a5e7b10-0024-4000-8000-000000000024",
		email: "unconfirmed@aqlcloud.test",
		name: "Luca Conti",
		membership: null,
		state: "unconfirmed",
	}),
	persona({
		sub: "0a5e7b10-0025-4000-8000-000000000025",
		email: "reset@aqlcloud.test",
		name: "Helen Doyle",
		membership: null,
		state: "reset-required",
	}),
	persona({
		sub: "0a5e7b10-0026-4000-8000-000000000026",
		email: "disabled@aqlcloud.test",
		name: "Viktor Petrov",
		membership: null,
		state: "disabled",
	}),
	persona({
		sub: "0a5e7b10-0027-4000-8000-000000000027",
		email: "expired@aqlcloud.test",
		name: "Sofia Almeida",
		membership: null,
		state: "temporary-password-expired",
	}),
	persona({
		sub: "0a5e7b10-0028-4000-8000-000000000028",
		email: "jane.doe+x@aqlcloud.test",
		name: "Jane Doe",
		membership: null,
		username: "jane.doe+x@aqlcloud.test",
	}),
	persona({
		sub: "0a5e7b10-0030-4000-8000-000000000030",
		email: "revoked@aqlcloud.test",
		name: "Omar Farouk",
		membership: null,
	}),
	persona({
		sub: "0a5e7b10-0031-4000-8000-000000000031",
		email: "slow-refresh@aqlcloud.test",
		name: "Beatriz Sousa",
		membership: null,
	}),
	persona({
		sub: "0a5e7b10-0032-4000-8000-000000000032",
		email: "throttled-refresh@aqlcloud.test",
		name: "Henrik Olsen",
		membership: null,
	}),
	persona({
		sub: "0a5e7b10-0033-4000-8000-000000000033",
		email: "outage-refresh@aqlcloud.test",
		name: "Priya Nair",
		membership: null,
	}),
	persona({
		sub: "0a5e7b10-0040-4000-8000-000000000040",
		email: "invited@aqlcloud.test",
		name: "Jonas Weber",
		membership: null,
		invitedTo: memberOf("northwind", "operator"),
	}),
];
