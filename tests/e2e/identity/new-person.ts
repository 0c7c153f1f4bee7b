import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { product } from "../this-product";
import { newestCodeTo } from "./mailbox";

export type NewPerson = { email: string; password: string; name: string };

export async function postTo(context: BrowserContext, path: string, data: unknown): Promise<void> {
	const headers = { origin: product.origin, "x-requested-by": "aqlcloud" };
	const response = await context.request.post(path, { headers, data });
	expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
}

const newAddress = () => `p-${crypto.randomUUID()}@example.test`;

export async function signUpNewPerson(context: BrowserContext, email = newAddress()): Promise<NewPerson> {
	const person = { email, password: "First-pass-1", name: "Pat Example" };
	await postTo(context, "/api/auth/sign-up", person);
	await postTo(context, "/api/auth/confirm", { email: person.email, code: await newestCodeTo(person.email) });
	await signInAs(context, person);
	return person;
}

export async function createNewOwner(context: BrowserContext): Promise<NewPerson> {
	const person = await signUpNewPerson(context);
	await postTo(context, "/api/proxy/account.createAccount", {
		json: { companyName: "Profile Tests", timeZone: "UTC" },
	});
	return person;
}

export async function signInAs(context: BrowserContext, { email, password }: Omit<NewPerson, "name">): Promise<void> {
	await postTo(context, "/api/auth/sign-in", { email, password });
}
