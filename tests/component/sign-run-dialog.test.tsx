import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { SignRunDialog } from "../../client/features/reports/sign-run-dialog";
import type { ReportFile } from "../../shared/report/report";
import { accepted, denied, noResponse } from "./identity/auth-endpoints";
import { show } from "./show";

const id = (prefix: string) => `${prefix}_${"0".repeat(26)}`;
const sha256 = "ab".repeat(32);
const file: ReportFile = {
	id: id("fil"),
	kind: "report",
	name: "Monthly compliance 2026-10.pdf",
	bytes: 3_000,
	sha256,
	groupName: null,
};
const purpose = `sign ${id("run")} ${sha256}`;
const challenge = { status: "challenge", challenge: { id: "c1", name: "SOFTWARE_TOKEN_MFA", expiresAt: 0 } };
const stored = async () => Response.json({ result: { data: { json: null } } });

type Reply = () => Promise<Response>;
type Sent = { path: string; body: unknown };

/** Stubs the confirmation and the signature, each with its next response. Returns what was sent. */
function responding(confirmations: Reply[], signatures: Reply[] = [stored]): Sent[] {
	const sent: Sent[] = [];
	const left = { confirm: [...confirmations], sign: [...signatures] };
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname } = new URL(String(input), window.location.origin);
		const isConfirmation = pathname === "/api/auth/confirm-identity";
		if (!isConfirmation && !pathname.includes("signReport")) return Response.json({ isAuthenticated: true });
		sent.push({ path: isConfirmation ? "confirm" : "sign", body: JSON.parse(String(init?.body)) });
		const response = left[isConfirmation ? "confirm" : "sign"].shift();
		if (!response) throw new Error(`Nothing left to answer at ${pathname}`);
		return response();
	});
	return sent;
}

const onClose = vi.fn();
beforeEach(() => void onClose.mockReset());

async function showDialog() {
	const me = { name: "Ana Prado", email: "ana@example.com" };
	const screen = await show(<SignRunDialog run={{ id: id("run") }} file={file} me={me} onClose={onClose} />);
	return {
		screen,
		password: screen.getByLabelText("Your password", { exact: true }),
		approve: screen.getByRole("radio", { name: "Approved" }),
		reject: screen.getByRole("radio", { name: "Rejected" }),
		sign: screen.getByRole("button", { name: "Sign" }),
	};
}

const signed = (meaning: string, reason = "") => ({
	0: { json: { runId: id("run"), fileId: file.id, meaning, reason } },
});

test("says what is signed and by whom, confirms the password for this file, and then signs", async () => {
	const sent = responding([accepted({ status: "confirmed" })]);
	const { screen, password, approve, sign } = await showDialog();
	for (const words of [file.name, sha256, "Ana Prado"]) {
		await expect.element(screen.getByText(words, { exact: true })).toBeInTheDocument();
	}
	await userEvent.click(approve);
	await userEvent.fill(password, "secret-1");
	await userEvent.click(sign);
	await expect.poll(() => onClose.mock.calls.length).toBe(1);
	expect(sent).toEqual([
		{ path: "confirm", body: { purpose, password: "secret-1" } },
		{ path: "sign", body: signed("approved") },
	]);
});

test("asks for what is missing at its field, before a password is sent", async () => {
	const sent = responding([]);
	const { screen, reject, sign } = await showDialog();
	await userEvent.click(sign);
	await expect.element(screen.getByText("Choose what your signature means.")).toBeInTheDocument();
	await userEvent.click(reject);
	await userEvent.click(sign);
	await expect.element(screen.getByLabelText("Reason")).toHaveAccessibleDescription("Say why it is rejected.");
	await userEvent.fill(screen.getByLabelText("Reason"), "Too warm.");
	await userEvent.click(sign);
	await expect.element(screen.getByText("Enter your password.")).toBeInTheDocument();
	expect(sent).toEqual([]);
});

test("shows a wrong password at its field and an outage above the buttons, and keeps what was typed", async () => {
	const sent = responding([denied("WrongCurrentPassword"), noResponse, accepted({ status: "confirmed" })]);
	const { screen, password, reject, sign } = await showDialog();
	await userEvent.click(reject);
	await userEvent.fill(screen.getByLabelText("Reason"), "Too warm.");
	await userEvent.fill(password, "wrong");
	await userEvent.click(sign);
	await expect.element(screen.getByText("This is not your current password.")).toBeInTheDocument();
	await userEvent.fill(password, "secret-1");
	await userEvent.click(sign);
	await expect.element(screen.getByText(/The sign-in service is unavailable\./)).toBeInTheDocument();
	expect(onClose).not.toHaveBeenCalled();
	await userEvent.click(sign);
	await expect.poll(() => onClose.mock.calls.length).toBe(1);
	expect(sent.at(-1)?.body).toEqual(signed("rejected", "Too warm."));
});

test("asks for the code of a second step, and signs once it is right", async () => {
	const sent = responding([accepted(challenge), denied("CodeMismatchException"), accepted({ status: "confirmed" })]);
	const { screen, password, approve, sign } = await showDialog();
	await userEvent.click(approve);
	await userEvent.fill(password, "secret-1");
	await userEvent.click(sign);
	const code = screen.getByLabelText("Code", { exact: true });
	await expect.element(code).toHaveFocus();
	await userEvent.fill(code, "000 000");
	await userEvent.click(sign);
	await expect.element(code).toHaveAccessibleDescription("That code is not correct.");
	await userEvent.fill(code, "123 456");
	await userEvent.click(sign);
	await expect.poll(() => onClose.mock.calls.length).toBe(1);
	expect(sent.map(({ body }) => body).slice(1, 3)).toEqual([
		{ purpose, challengeId: "c1", code: "000000" },
		{ purpose, challengeId: "c1", code: "123456" },
	]);
});

test("asks for the password again where the code took too long", async () => {
	responding([accepted(challenge), denied("ChallengeExpired")]);
	const { screen, password, approve, sign } = await showDialog();
	await userEvent.click(approve);
	await userEvent.fill(password, "secret-1");
	await userEvent.click(sign);
	await userEvent.fill(screen.getByLabelText("Code", { exact: true }), "123456");
	await userEvent.click(sign);
	await expect.element(screen.getByText("The code took too long. Enter your password again.")).toBeInTheDocument();
	await expect.element(approve).toBeChecked();
});
