import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DataExportCard } from "../../client/features/company/leaving/data-export-card";
import { DeleteAccountCard } from "../../client/features/company/leaving/delete-account-card";
import { DeleteAccountDialog } from "../../client/features/company/leaving/delete-account-dialog";
import { ReleaseCard } from "../../client/features/company/leaving/release-card";
import { AccountNotices } from "../../client/features/shell/account-notices";
import type { CurrentAccount } from "../../shared/account/account";
import type { DataExport } from "../../shared/account/leaving";
import { accepted, denied } from "./identity/auth-endpoints";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const account = {
	id: `acc_${"0".repeat(26)}`,
	companyName: "Acme Cold Stores",
	me: { role: "owner", email: "ana@example.com", name: "Ana Prado" },
} as CurrentAccount;

const running: DataExport = {
	id: `exp_${"0".repeat(26)}`,
	state: "running",
	requestedBy: "Ana Prado",
	createdAt: new Date(0),
	finishedAt: null,
	expiresAt: null,
	devicesDone: 3,
	devices: 120,
	files: 45,
	bytes: 12_000_000,
	error: null,
	archives: [],
};

test("begins an export, and an error says why it does not begin", async () => {
	const changed = vi.fn();
	let isDenied = true;
	stubCalls({
		"account.startDataExport": () => {
			if (isDenied) throw new Denied({ reason: "DATA_EXPORT_RUNNING" });
			return { deletion: null, exports: [running], hasSubscription: false };
		},
	});
	await show(<DataExportCard exports={[]} onChanged={changed} />);
	await page.getByRole("button", { name: "Export all data" }).click();
	await expect.element(page.getByText(/An export is being made already/)).toBeVisible();
	isDenied = false;
	await page.getByRole("button", { name: "Export all data" }).click();
	await expect.poll(() => changed.mock.calls.length).toBe(1);
});

test("one that is made says how far it is and why it waits, and is canceled", async () => {
	const calls = stubCalls({
		"account.cancelDataExport": () => ({ deletion: null, exports: [], hasSubscription: false }),
	});
	await show(<DataExportCard exports={[{ ...running, error: "The bucket failed" }]} onChanged={vi.fn()} />);
	await expect.element(page.getByText(/3 of 120 devices, 45 files/)).toBeVisible();
	await expect.element(page.getByText(/retried automatically.*The bucket failed/)).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Export again" })).not.toBeInTheDocument();
	await page.getByRole("button", { name: "Cancel the export" }).click();
	await expect
		.poll(() => calls.at(-1))
		.toEqual({ procedure: "account.cancelDataExport", input: { exportId: running.id } });
});

test("one that is ready offers each archive, until when, and another one", async () => {
	const archives = [
		{ files: 20_000, bytes: 1_900_000_000 },
		{ files: 3, bytes: 1_000 },
	];
	const ready: DataExport = { ...running, state: "ready", expiresAt: new Date(Date.UTC(2031, 2, 4, 12)), archives };
	await show(<DataExportCard exports={[ready]} onChanged={vi.fn()} />);
	await expect.element(page.getByRole("button", { name: "Download archive 2 of 2" })).toBeVisible();
	await expect.element(page.getByText(/stays until.*2031/)).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Export again" })).toBeVisible();
});

function responding(confirmations: (() => Promise<Response>)[]): unknown[] {
	const sent: unknown[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname } = new URL(String(input), window.location.origin);
		if (pathname === "/api/auth/confirm-identity") {
			sent.push(JSON.parse(String(init?.body)));
			return (confirmations.shift() ?? accepted({ status: "confirmed" }))();
		}
		if (!pathname.includes("requestDeletion")) return Response.json({ isAuthenticated: true });
		sent.push(JSON.parse(String(init?.body)));
		return Response.json([{ result: { data: { json: null } } }]);
	});
	return sent;
}

beforeEach(() => void vi.unstubAllGlobals());

test("the account is deleted with its name and the password, each wrong one at its field, nothing lost", async () => {
	const sent = responding([denied("WrongCurrentPassword")]);
	const done = vi.fn(async () => {});
	await show(<DeleteAccountDialog account={account} hasSubscription onDone={done} onClose={vi.fn()} />);
	await expect.element(page.getByText(/the bills at Stripe/)).toBeVisible();
	const act = page.getByRole("button", { name: "Delete in 14 days" });
	await act.click();
	await expect.element(page.getByText("Type “Acme Cold Stores” first.")).toBeVisible();
	await expect.element(page.getByText("Enter your password.")).toBeVisible();
	const name = page.getByRole("textbox", { name: /Type “Acme Cold Stores”/ });
	await name.fill("Acme");
	await act.click();
	await expect.element(page.getByText("This is not “Acme Cold Stores”.")).toBeVisible();
	expect(sent).toEqual([]);
	await name.fill("Acme Cold Stores");
	await act.click();
	await expect.element(page.getByText("Enter your password.")).toBeVisible();
	await page.getByLabelText("Your password", { exact: true }).fill("secret-1");
	await act.click();
	await expect.poll(() => sent).toEqual([{ purpose: `delete account ${account.id}`, password: "secret-1" }]);
	await expect.element(name).toHaveValue("Acme Cold Stores");
	expect(done).not.toHaveBeenCalled();
	await act.click();
	await expect.poll(() => done.mock.calls.length).toBe(1);
	expect(JSON.stringify(sent.at(-1))).toContain('"companyName":"Acme Cold Stores"');
});

test("an account that was set back says so above every page, and is released", async () => {
	const restoredTo = new Date(Date.UTC(2031, 2, 4, 12));
	const calls = stubCalls({ "account.releaseHold": () => null });
	await show(
		<>
			<AccountNotices account={{ ...account, heldAtPoint: restoredTo }} />
			<ReleaseCard restoredTo={restoredTo} />
		</>,
	);
	await expect.element(page.getByText(/Acme Cold Stores was restored to .*2031/)).toBeVisible();
	await expect.element(page.getByRole("link", { name: "Look at it and release it" })).toBeVisible();
	await page.getByRole("button", { name: "Release the account" }).click();
	await expect.poll(() => calls.at(0)?.procedure).toBe("account.releaseHold");
});

test("says when a planned deletion happens and by whom, undoes it, and stands above every page", async () => {
	const deletion = { requestedBy: "Ben Ito", requestedAt: new Date(0), endsAt: new Date(Date.UTC(2031, 2, 4, 12)) };
	const calls = stubCalls({ "account.takeBackDeletion": () => null });
	await show(
		<>
			<AccountNotices account={{ ...account, deletedFrom: deletion.endsAt }} />
			<DeleteAccountCard account={account} leaving={{ deletion, exports: [], hasSubscription: false }} />
		</>,
	);
	await expect.element(page.getByText(/Acme Cold Stores is deleted on .*2031/)).toBeVisible();
	await expect.element(page.getByRole("link", { name: "Keep it, or export its data" })).toBeVisible();
	await expect.element(page.getByText(/Ben Ito asked for it/)).toBeVisible();
	await page.getByRole("button", { name: "Keep the account" }).click();
	await expect.poll(() => calls.at(0)?.procedure).toBe("account.takeBackDeletion");
});
