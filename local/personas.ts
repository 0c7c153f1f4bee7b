import type { Role } from "../shared/account/permissions";
import type { MfaMethod } from "../shared/session/session";

export const localPassword = "Local-demo-1";

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
	membership: { company: Company; role: Role } | null;
	seesOnly: readonly string[] | null;
	secondSteps: readonly MfaMethod[];
	state: PersonaState;
	invitedTo: { company: Company; role: Role } | null;
	isRemoved: boolean;
};

type PersonaFacts = Pick<Persona, "name" | "membership"> & Partial<Persona>;

function persona(number: number, mailbox: string, facts: PersonaFacts): Persona {
	const digits = String(number).padStart(4, "0");
	const sub = `0a5e7b10-${digits}-4000-8000-00000000${digits}`;
	const usual = {
		phoneNumber: null,
		secondSteps: [],
		state: "ready",
		invitedTo: null,
		isRemoved: false,
		seesOnly: null,
	} as const;
	return { sub, username: sub, email: `${mailbox}@aqlcloud.test`, ...usual, ...facts };
}

function memberOf(company: Company, role: Role): Persona["membership"] {
	return { company, role };
}

export const personas: readonly Persona[] = [
	persona(1, "owner", { name: "Maria Oliveira", membership: memberOf("northwind", "owner") }),
	persona(2, "admin", { name: "Tomás Ferreira", membership: memberOf("northwind", "admin") }),
	persona(3, "operator", { name: "Ana Prado", membership: memberOf("northwind", "operator") }),
	persona(4, "viewer", { name: "Ellen Whitaker", membership: memberOf("northwind", "viewer") }),
	persona(5, "billing", { name: "Rui Carvalho", membership: memberOf("northwind", "billing") }),
	persona(6, "stranger", { name: "Noor Haddad", membership: memberOf("harbour", "owner") }),
	persona(7, "new", { name: "Grace Okafor", membership: memberOf("northwind", "viewer"), state: "must-set-password" }),
	persona(8, "totp", {
		name: "Daniel Reyes",
		membership: memberOf("northwind", "operator"),
		secondSteps: ["SOFTWARE_TOKEN_MFA"],
	}),
	persona(9, "removed", { name: "Pieter Janssen", membership: memberOf("northwind", "viewer"), isRemoved: true }),
	persona(11, "scoped", { name: "Isabel Rocha", membership: memberOf("northwind", "admin"), seesOnly: ["Pharmacy"] }),
	persona(10, "newcomer", { name: "Ingrid Dahl", membership: null }),
	persona(20, "sms", { name: "Yuki Tanaka", membership: null, phoneNumber: "+15555550120", secondSteps: ["SMS_MFA"] }),
	persona(21, "email-code", { name: "Clara Lindqvist", membership: null, secondSteps: ["EMAIL_OTP"] }),
	persona(22, "choose", {
		name: "Marek Nowak",
		membership: null,
		phoneNumber: "+15555550122",
		secondSteps: ["SMS_MFA", "SOFTWARE_TOKEN_MFA"],
	}),
	persona(23, "setup", { name: "Amara Diallo", membership: null, state: "must-set-up-second-step" }),
	persona(24, "unconfirmed", { name: "Luca Conti", membership: null, state: "unconfirmed" }),
	persona(25, "reset", { name: "Helen Doyle", membership: null, state: "reset-required" }),
	persona(26, "disabled", { name: "Viktor Petrov", membership: null, state: "disabled" }),
	persona(27, "expired", { name: "Sofia Almeida", membership: null, state: "temporary-password-expired" }),
	persona(28, "jane.doe+x", { name: "Jane Doe", membership: null, username: "jane.doe+x@aqlcloud.test" }),
	persona(30, "revoked", { name: "Omar Farouk", membership: null }),
	persona(31, "slow-refresh", { name: "Beatriz Sousa", membership: null }),
	persona(32, "throttled-refresh", { name: "Henrik Olsen", membership: null }),
	persona(33, "outage-refresh", { name: "Priya Nair", membership: null }),
	persona(40, "invited", { name: "Jonas Weber", membership: null, invitedTo: memberOf("northwind", "operator") }),
];
