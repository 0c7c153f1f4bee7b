import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { WebhooksCard } from "../../client/features/api-keys/webhooks-card";
import { ApiCallButton } from "../../client/ui/table/api-call-button";
import type { Webhook, WebhookDelivery } from "../../shared/account/webhook";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const webhook: Webhook = {
	id: `whk_${"a".repeat(26)}`,
	name: "Tickets",
	url: "https://hooks.acme.io/aqlcloud",
	topics: ["alerts"],
	state: "on",
	lastSentAt: null,
	failingSince: null,
	waiting: 0,
	leftOut: 0,
	previousSecretUntil: null,
	version: 3,
	createdAt: new Date(0),
};
const delivery: WebhookDelivery = {
	id: `msg_${"b".repeat(26)}`,
	type: "alert.opened",
	state: "failed",
	attempts: 9,
	error: "The address answered 500",
	isResendable: true,
	createdAt: new Date(0),
	sentAt: null,
	dueAt: null,
};

const waiting: WebhookDelivery = {
	...delivery,
	id: `msg_${"c".repeat(26)}`,
	state: "queued",
	attempts: 3,
	error: "The address answered 503",
	dueAt: new Date(60_000),
};

test("a webhook is added, its secret shown once, and an error stands at its field with nothing lost", async () => {
	let isDenied = true;
	const calls = stubCalls({
		"webhook.getWebhooks": () => [],
		"webhook.createWebhook": () => {
			if (isDenied) throw new Denied({ fields: { url: "Enter a host name, not an IP address." } });
			return { webhook, secret: "whsec_once" };
		},
	});
	await show(<WebhooksCard />);
	await page.getByRole("button", { name: "Add webhook" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await expect.element(dialog.getByText("Enter a name.")).toBeVisible();
	await dialog.getByRole("textbox", { name: "Name" }).fill("Tickets");
	await dialog.getByRole("textbox", { name: "Address" }).fill("https://10.0.0.1/in");
	await dialog.getByRole("checkbox", { name: "Alerts" }).click();
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await expect.element(dialog.getByText("Choose what it is sent.")).toBeVisible();
	await dialog.getByRole("checkbox", { name: "Report runs" }).click();
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await expect.element(dialog.getByText("Enter a host name, not an IP address.")).toBeVisible();
	await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Tickets");
	isDenied = false;
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await dialog.getByRole("button", { name: "Show: Secret" }).click();
	await expect.element(dialog.getByText("whsec_once")).toBeVisible();
	expect(calls.findLast(({ procedure }) => procedure === "webhook.createWebhook")?.input).toEqual({
		name: "Tickets",
		url: "https://10.0.0.1/in",
		topics: ["reports"],
	});
	await dialog.getByRole("button", { name: "I have copied the secret" }).click();
	await expect.element(dialog).not.toBeInTheDocument();
});

test("says why a delivery did not arrive and sends it again, and says what to do about a stopped webhook", async () => {
	const stopped: Webhook = { ...webhook, state: "stopped", failingSince: new Date(0), leftOut: 12 };
	const calls = stubCalls({
		"webhook.getWebhooks": () => [stopped],
		"webhook.getDeliveries": () => [delivery, waiting],
		"message.resendMessage": () => ({}),
	});
	await show(<WebhooksCard />);
	await expect.element(page.getByText("Once the program answers again, edit it and switch it on.")).toBeVisible();
	await expect.element(page.getByText("12 events left out, as too many waited")).toBeVisible();
	await page.getByRole("button", { name: "Deliveries: Tickets" }).click();
	const dialog = page.getByRole("dialog");
	await expect.element(dialog.getByText("The address answered 500")).toBeVisible();
	await dialog.getByRole("button", { name: "Send again" }).click();
	await expect.poll(() => calls.some(({ procedure }) => procedure === "message.resendMessage")).toBe(true);
	await dialog.getByRole("button", { name: "Send now" }).click();
	await expect
		.poll(() => calls.findLast(({ procedure }) => procedure === "message.resendMessage")?.input)
		.toEqual({ messageId: waiting.id });
});

test("prints a list as a call, and says where it returns more than is shown", async () => {
	await show(<ApiCallButton isWider calls={() => [{ list: "groups", parameters: { id: "grp_1" } }]} />);
	await page.getByRole("button", { name: "API call" }).click();
	const dialog = page.getByRole("dialog", { name: "This list as an API call" });
	await expect.element(dialog.getByText(/curl --fail '.+\/api\/v1\/groups\?id=grp_1&format=csv'/)).toBeVisible();
	await expect.element(dialog.getByText(/RelativePath = "api\/v1\/groups"/)).toBeVisible();
	await expect.element(dialog.getByText(/this one answers more rows/)).toBeVisible();
});
