import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { UplinkNotice } from "../../client/features/device-page/overview/uplink-notice";
import { MessageList } from "../../client/features/integrations/message-list";
import type { IntegrationMessage, UplinkNote } from "../../shared/ingest/integration-message";
import { sampleDevice } from "./sample-device";
import { show } from "./show";

const keyId = `key_${"1".repeat(26)}`;
const integration = {
	id: keyId,
	name: "Site server",
	isCreatingDevices: false,
	lastUsedAt: null,
	createdAt: new Date(0),
	previousKeyUntil: null,
	json: null,
};

const message: IntegrationMessage = {
	id: `mgi_${"1".repeat(26)}`,
	receivedAt: Date.UTC(2026, 10, 25, 10, 2),
	endpoint: "chirpstack",
	event: "up",
	serialNumber: "A1",
	deviceId: `dev_${"1".repeat(26)}`,
	readAgainAt: null,
	hasBody: true,
	outcome: {
		refusal: null,
		kind: "read",
		isRepeated: false,
		accepted: 1,
		duplicates: 0,
		unread: [],
		refused: [{ reason: "unknown-channel", count: 1, sample: { channel: "Nose", at: null, value: "7" } }],
	},
};

/** Stubs calls by the last part of the procedure's path. Returns the calls in order. */
function stubCalls(results: Record<string, () => unknown>): string[] {
	const wanted: string[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (url) => {
		const name = new URL(String(url), location.origin).pathname.split(".").at(-1) ?? "";
		wanted.push(name);
		const result = results[name]?.();
		if (result !== undefined) return Response.json({ result: { data: { json: result } } });
		const error = { message: "", code: -32603, data: { code: "BAD_GATEWAY", httpStatus: 502 } };
		return Response.json({ error: { json: error } }, { status: 502 });
	});
	return wanted;
}

const textOf = (locator: Locator) => expect.poll(() => locator.query()?.textContent ?? "");

function List({ onBack = () => {} }: { onBack?: () => void }) {
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
	return (
		<QueryClientProvider client={client}>
			<MessageList integration={integration} onBack={onBack} />
		</QueryClientProvider>
	);
}

test("A message says what became of it, shows its body on demand and is read again, by keyboard", async () => {
	let listed = [message];
	const wanted = stubCalls({
		getIntegrationMessages: () => listed,
		getIntegrationMessageBody: () => ({ body: '{"object":{"Nose":7}}' }),
		readIntegrationMessageAgain: () => {
			listed = [
				{
					...message,
					readAgainAt: Date.now(),
					outcome: { ...message.outcome, refused: [], accepted: 0, duplicates: 2 },
				},
			];
			return { accepted: 1, duplicates: 1, rejected: [] };
		},
	});
	await show(<List />);
	const row = page.getByRole("listitem");
	for (const text of ["Partly stored", "ChirpStack, up", "A1", "1 new reading.", "(Nose)."]) {
		await textOf(row).toContain(text);
	}
	const body = page.getByRole("button", { name: "Show message" });
	expect(wanted).toEqual(["getIntegrationMessages"]);
	body.element().focus();
	await userEvent.keyboard("{Enter}");
	await textOf(page.getByRole("code")).toContain('"Nose": 7');
	await expect.element(page.getByRole("button", { name: "Hide message" })).toHaveAttribute("aria-expanded", "true");
	page.getByRole("button", { name: "Read again" }).element().focus();
	await userEvent.keyboard("{Enter}");
	await textOf(row).toContain("Nothing new");
	expect(page.getByRole("button", { name: "Read again" }).query()).toBeNull();
});

test("A message without its body says so, and an empty list is no blank", async () => {
	let listed = [{ ...message, hasBody: false }];
	stubCalls({ getIntegrationMessages: () => listed });
	await show(<List />);
	await expect.element(page.getByText("Too large to be kept.")).toBeVisible();
	expect(page.getByRole("button", { name: "Read again" }).query()).toBeNull();
	listed = [];
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect.element(page.getByText("No messages in the last day.")).toBeVisible();
});

test("A list that cannot be fetched says so, with a way to try again", async () => {
	let isDown = true;
	stubCalls({ getIntegrationMessages: () => (isDown ? undefined : [message]) });
	await show(<List />);
	const again = page.getByRole("button", { name: "Try again" });
	await expect.element(again).toBeVisible();
	isDown = false;
	await again.click();
	await textOf(page.getByRole("listitem")).toContain("Partly stored");
});

const at = Date.UTC(2025, 10, 25, 9, 2);
const notes: [UplinkNote, string][] = [
	[{ at, kind: "empty", unread: [] }, ": no payload, so its decoded values were not stored."],
	[{ at, kind: "simulated", unread: [] }, ": nothing was measured, so nothing of it was stored."],
	[
		{ at, kind: "read", unread: [{ name: "messages", is: "a list" }] },
		", of which a part was not stored. messages is a list: not understood.",
	],
];
test.each(notes)("The device says what came and was not stored: %o", async (note, text) => {
	await show(<UplinkNotice device={sampleDevice()} note={note} />);
	const region = page.getByRole("region", { name: "Not stored" });
	await textOf(region).toContain(text);
	await textOf(region.getByRole("time")).toContain("Nov 25");
});
