import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { product } from "../this-product";
import { testAsOwner } from "../visitor";

const redirectUri = "https://assistant.example/callback";
const verifier = "a-verifier-of-this-test-that-is-long-enough-0001";

async function connectUrl(): Promise<{ url: string; clientId: string }> {
	const registered = await fetch(`${product.origin}/oauth/register`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			client_name: "Desk assistant",
			redirect_uris: [redirectUri],
			token_endpoint_auth_method: "none",
		}),
	});
	const { client_id: clientId } = (await registered.json()) as { client_id: string };
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
	const search = new URLSearchParams({
		response_type: "code",
		client_id: clientId,
		redirect_uri: redirectUri,
		scope: "read",
		state: "s-1",
		code_challenge: Buffer.from(digest).toString("base64url"),
		code_challenge_method: "S256",
		resource: `${product.origin}/mcp`,
	});
	return { url: `/accounts/keys/connect?${search}`, clientId };
}

async function switchOn(page: Page): Promise<void> {
	await page.goto("/accounts/keys/");
	await page.getByRole("button", { name: "Let assistants read" }).click();
	await page.getByText(`${product.origin}/mcp`).waitFor();
}

const switchOff = (page: Page) => page.getByRole("button", { name: "Switch assistants off" }).click();

describe("an owner", () => {
	testAsOwner("lets assistants read, connects one, sees its key and ends it", async ({ page }) => {
		const { url, clientId } = await connectUrl();
		await page.goto(url);
		await page.getByText("Assistants are switched off in this account.").waitFor();
		await switchOn(page);
		await page.goto(url);
		await page.getByText("Its name is not verified.").waitFor();
		await page.getByText("Access goes to assistant.example.").waitFor();
		const decline = await page.getByRole("link", { name: "Decline" }).getAttribute("href");
		expect(new URL(decline ?? "").searchParams.get("error")).toBe("access_denied");
		await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: "Connected" }));
		await page.getByRole("button", { name: "Let it read" }).click();
		await page.waitForURL(`${redirectUri}**`);
		const back = new URL(page.url()).searchParams;
		expect([back.get("state"), back.get("iss")]).toEqual(["s-1", product.origin]);
		const exchanged = await fetch(`${product.origin}/oauth/token`, {
			method: "POST",
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: new URLSearchParams({
				grant_type: "authorization_code",
				code: back.get("code") ?? "",
				client_id: clientId,
				redirect_uri: redirectUri,
				code_verifier: verifier,
			}),
		});
		const { access_token: token } = (await exchanged.json()) as { access_token: string };
		const list = () =>
			fetch(`${product.origin}/mcp`, {
				method: "POST",
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
			});
		expect((await list()).status).toBe(200);
		await page.goto("/accounts/keys/");
		await page.getByRole("button", { name: "Revoke Desk assistant" }).click();
		await page.getByRole("button", { name: "Revoke key" }).click();
		await page.getByText("Desk assistant is revoked").first().waitFor();
		expect((await list()).status).toBe(401);
		await switchOff(page);
		await page.getByRole("button", { name: "Let assistants read" }).waitFor();
	});
});
