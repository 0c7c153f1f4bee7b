import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { MailView } from "../../client/features/integrations/mail-view";
import type { MailFile, MailInbox, ReceivedMail } from "../../shared/message/mail-inbox";
import { show } from "./show";

const keyId = `key_${"1".repeat(26)}`;
const integration = {
	id: keyId,
	name: "Gateway",
	isCreatingDevices: false,
	lastUsedAt: null,
	createdAt: new Date(0),
	previousKeyUntil: null,
	json: null,
};

const counts = { detail: "", deviceId: null, accepted: 0, duplicates: 0, rejected: 0 };
const waits: MailFile = {
	...counts,
	attachmentId: `att_${"1".repeat(26)}`,
	name: "cellar.csv",
	bytes: 9,
	state: "waits",
	reason: "format",
};
const mail: ReceivedMail = {
	id: `eml_${"1".repeat(26)}`,
	receivedAt: Date.UTC(2026, 10, 29),
	from: "gateway@loggers.test",
	subject: "Readings",
	standing: "listed",
	files: [waits],
	omitted: 0,
};
const inbox: MailInbox = {
	isOffered: true,
	address: `r-${"a".repeat(26)}@in.example.com`,
	senders: ["gateway@loggers.test"],
	mails: [mail],
};

/** Stubs calls by the last part of the procedure's path, and downloads. Returns the inputs of changes. */
function stubCalls(results: Record<string, () => unknown>): unknown[] {
	const inputs: unknown[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
		const { pathname } = new URL(String(url), location.origin);
		if (pathname.startsWith("/api/files/")) return new Response("Time,Air");
		if (typeof init?.body === "string") inputs.push(JSON.parse(init.body)[0].json);
		return Response.json({ result: { data: { json: results[pathname.split(".").at(-1) ?? ""]?.() } } });
	});
	return inputs;
}

function View({ onImport = () => {} }: { onImport?: (file: File) => void }) {
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
	return (
		<QueryClientProvider client={client}>
			<MailView integration={integration} onImport={onImport} onBack={() => {}} />
		</QueryClientProvider>
	);
}

test("shows why a file waits, and hands it to the import", async () => {
	stubCalls({ getMailInbox: () => inbox });
	const imported: File[] = [];
	await show(<View onImport={(file) => imported.push(file)} />);
	await expect.element(page.getByText(inbox.address ?? "")).toBeVisible();
	await expect.element(page.getByText(/files with this header were never imported/)).toBeVisible();
	await page.getByRole("button", { name: "Import cellar.csv" }).click();
	await expect.poll(() => imported.map(({ name, size }) => [name, size])).toEqual([["cellar.csv", 8]]);
});

test("names a bad sender at its field, and adds the sender of a mail", async () => {
	const unlisted: ReceivedMail = { ...mail, from: "new@loggers.test", standing: "unlisted", files: [] };
	const inputs = stubCalls({
		getMailInbox: () => ({ ...inbox, mails: [unlisted] }),
		saveMailSenders: () => ({ ...inbox, senders: [...inbox.senders, "new@loggers.test"], mails: [] }),
	});
	await show(<View />);
	const field = page.getByLabelText("Who may send");
	await field.fill("gateway@loggers.test\nnobody");
	await page.getByRole("button", { name: "Save senders" }).click();
	await expect.element(page.getByText("nobody is no e-mail address.")).toBeVisible();
	await expect.element(field).toHaveValue("gateway@loggers.test\nnobody");
	expect(inputs).toEqual([]);
	await page.getByRole("button", { name: "Add new@loggers.test" }).click();
	await expect.poll(() => inputs).toEqual([{ keyId, senders: ["gateway@loggers.test", "new@loggers.test"] }]);
});

test("renews an address only after it named what that ends", async () => {
	const inputs = stubCalls({
		getMailInbox: () => inbox,
		renewMailAddress: () => ({ ...inbox, address: "r-new@in.example.com" }),
	});
	await show(<View />);
	const renew = page.getByRole("button", { name: "Renew the address" });
	await renew.click();
	await expect.element(page.getByText(/The present address ends at once/)).toBeVisible();
	expect(inputs).toEqual([]);
	await renew.click();
	await expect.element(page.getByText("r-new@in.example.com")).toBeVisible();
});
