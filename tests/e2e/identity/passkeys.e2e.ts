import type { CDPSession, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { signOutByMenu, testInOwnProfile as test } from "../visitor";
import { createNewOwner, type NewPerson } from "./new-person";

type Device = { setPresent: (isPresent: boolean) => Promise<unknown> };

/** The device's own authenticator. Absent persons fail its fingerprint, which a page cannot tell from a closed dialog. */
async function addDevice(page: Page): Promise<Device> {
	const devTools: CDPSession = await page.context().newCDPSession(page);
	await devTools.send("WebAuthn.enable");
	const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		setPresent: (isUserVerified) => devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
	};
}

const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });

async function addPasskey(page: Page, { password }: NewPerson): Promise<void> {
	await page.goto("/profile");
	const card = passkeys(page);
	await card.getByRole("button", { name: "Add a passkey" }).click();
	await card.getByLabel("Your password", { exact: true }).fill(password);
	await page.keyboard.press("Enter");
	await card.getByRole("button", { name: "Create passkey" }).click();
	await card.getByRole("button", { name: "Remove Passkey" }).waitFor();
}

async function leave(page: Page): Promise<void> {
	await signOutByMenu(page);
	await page.getByRole("heading", { level: 1, name: "Sign in", exact: true }).waitFor();
	await page.getByLabel("E-mail", { exact: true }).waitFor();
}

const alone = "No passkey for this address on this device, or none at all.";
const closed = /^The passkey dialog was closed, or there is no passkey for this address on this device, or none at all/;

describe("a passkey", () => {
	test("S72 signs in once it is added in the profile, and no script sees a token", async ({ page, context }) => {
		const person = await createNewOwner(context);
		const device = await addDevice(page);
		await page.goto("/profile");
		const card = passkeys(page);
		await card.getByRole("button", { name: "Add a passkey" }).click();
		await card.getByLabel("Your password", { exact: true }).fill(person.password);
		await page.keyboard.press("Enter");
		await card.getByText("Your device asks for your fingerprint").waitFor();
		await device.setPresent(false);
		await card.getByRole("button", { name: "Create passkey" }).click();
		await card.getByText("No passkey was created").waitFor();
		await device.setPresent(true);
		await card.getByRole("button", { name: "Create passkey" }).click();
		await card.getByText(/^Added /).waitFor();
		expect(await violations(page, "main")).toEqual([]);

		await leave(page);
		const use = page.getByRole("button", { name: "Use a passkey" });
		expect(await use.count()).toBe(0);
		await page.getByLabel("E-mail").fill(person.email);
		await use.click();
		await page.waitForURL("**/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		const seen = await page.evaluate(() =>
			JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
		);
		expect(seen.startsWith('["",')).toBe(true);
		expect(seen).not.toMatch(/eyJ/);
	});

	test("leaves the sign-in form as it was when its dialog is closed, and when the address has none", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		const person = await createNewOwner(context);
		const device = await addDevice(page);
		await addPasskey(page, person);
		await leave(page);
		const [email, password] = [page.getByLabel("E-mail"), page.getByLabel("Password", { exact: true })];
		await email.fill(person.email);
		await password.fill(person.password);
		await device.setPresent(false);
		const use = page.getByRole("button", { name: "Use a passkey" });
		await use.click();
		await page.getByText(closed).waitFor();
		expect([await email.inputValue(), await password.inputValue()]).toEqual([person.email, person.password]);
		expect(await violations(page, "main")).toEqual([]);

		await device.setPresent(true);
		await email.fill("nobody@example.test");
		await use.click();
		await page.getByText(alone, { exact: true }).waitFor();
		await email.fill(person.email);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.waitForURL("**/dashboard");
	});

	test("confirms its own removal, and signs no one in afterwards", async ({ page, context, complaints }) => {
		complaints.allow(/401/);
		const person = await createNewOwner(context);
		await addDevice(page);
		await addPasskey(page, person);
		const card = passkeys(page);
		await card.getByRole("button", { name: "Remove Passkey" }).click();
		await card.getByRole("button", { name: "Use a passkey" }).click();
		await page.getByText("The passkey is removed.").waitFor();
		expect(await card.getByRole("button", { name: "Remove Passkey" }).count()).toBe(0);
		await leave(page);
		await page.getByLabel("E-mail").fill(person.email);
		await page.getByRole("button", { name: "Use a passkey" }).click();
		await page.getByText(alone, { exact: true }).waitFor();
	});
});
