import { toast } from "sonner";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConsoleToaster } from "../../client/features/shell/console-toaster";
import frame from "../../client/features/shell/frame.module.css";
import { useSignOut } from "../../client/features/shell/header-controls";
import { rendered } from "./held-clock";
import { accepted, stubEndpoints } from "./identity/auth-endpoints";
import { show } from "./show";

const sentence = "You are still signed in: the server did not answer. Try again.";
const toasts = () => [...document.querySelectorAll("[data-sonner-toast]")];

afterEach(async () => {
	vi.useRealTimers();
	toast.dismiss();
	await page.viewport(1280, 800);
});

test("A toast stands at its place, is named, and is reached by Alt and T", async () => {
	const screen = await show(<ConsoleToaster />);
	toast.error(sentence, { duration: Number.POSITIVE_INFINITY });
	await expect.element(screen.getByText(sentence)).toBeVisible();
	const list = document.querySelector<HTMLElement>("[data-sonner-toaster]");
	const read = (name: string) => list?.style.getPropertyValue(name);
	expect({
		corner: `${list?.dataset.yPosition}-${list?.dataset.xPosition}`,
		width: list?.getBoundingClientRect().width,
		gap: read("--gap"),
		offset: [read("--offset-bottom"), read("--offset-right")],
		mobileOffset: [read("--mobile-offset-bottom"), read("--mobile-offset-right")],
		container: list?.parentElement?.getAttribute("aria-label"),
	}).toEqual({
		corner: "bottom-right",
		width: 356,
		gap: "14px",
		offset: ["24px", "24px"],
		mobileOffset: ["16px", "16px"],
		container: "Notifications alt+T",
	});
	await expect.element(screen.getByRole("button", { name: "Close toast", exact: true })).toBeVisible();

	await userEvent.keyboard("{Alt>}t{/Alt}");
	await expect.element(screen.getByRole("list")).toHaveFocus();
	await userEvent.keyboard("{Escape}");
	await screen.getByRole("button", { name: "Close toast", exact: true }).click();
	await expect.poll(toasts).toEqual([]);
});

test.each([
	[1280, 800],
	[360, 740],
])("A toast covers no button of a form at %i × %i px", async (width, height) => {
	await page.viewport(width, height);
	const screen = await show(
		<>
			<button type="submit" style={{ position: "fixed", right: 30, bottom: 30 }}>
				Save
			</button>
			<ConsoleToaster />
		</>,
	);
	toast.error(sentence, { duration: Number.POSITIVE_INFINITY });
	await expect.element(screen.getByText(sentence)).toBeVisible();
	const save = screen.getByRole("button", { name: "Save" }).element().getBoundingClientRect();
	await expect.poll(() => toasts()[0]?.getBoundingClientRect().bottom).toBeLessThan(save.top);
});

test("Leaves room on a phone to scroll the last row of a list above a toast", async () => {
	await page.viewport(360, 740);
	const screen = await show(
		<>
			<main className={frame.main}>
				<div style={{ height: 1_000 }} />
				<button type="button">Last row</button>
			</main>
			<ConsoleToaster />
		</>,
	);
	toast.error(sentence, { duration: Number.POSITIVE_INFINITY });
	await expect.element(screen.getByText(sentence)).toBeVisible();
	await rendered(() => toasts()[0]?.getAttribute("data-mounted") === "true");
	await Promise.all(toasts().flatMap((each) => each.getAnimations().map(({ finished }) => finished)));
	window.scrollTo(0, document.documentElement.scrollHeight);
	const row = screen.getByRole("button", { name: "Last row" }).element().getBoundingClientRect();
	expect(toasts()[0]?.getBoundingClientRect().top).toBeGreaterThan(row.bottom);
});

test("A toast is gone 4000 ms after it came and 200 ms more for leaving; of four, three are seen", async () => {
	await show(<ConsoleToaster />);
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	for (const count of [1, 2, 3, 4]) {
		toast.error(`${sentence} ${count}`);
		// A toast appears in a turn of its own.
		await vi.advanceTimersByTimeAsync(0);
		await rendered(() => toasts().length === count);
	}
	const seen = () => toasts().filter((each) => each.getAttribute("data-visible") === "true");
	const leaving = () => toasts().filter((each) => each.getAttribute("data-removed") === "true");
	await rendered(() => seen().length === 3);
	// A toast is rendered before its time runs.
	await rendered(() => vi.getTimerCount() === 4);
	await vi.advanceTimersByTimeAsync(3_999);
	expect([toasts().length, leaving().length]).toEqual([4, 0]);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(() => leaving().length === 4);
	await vi.advanceTimersByTimeAsync(199);
	expect(toasts()).toHaveLength(4);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(() => toasts().length === 0);
});

test.each([
	[44, 1_000, "stays"],
	[45, 1_000, "leaves"],
	[10, 100, "stays"],
	[12, 100, "leaves"],
])("A toast that is swiped by %i px in %i ms %s", async (pixels, ms, becomes) => {
	await show(<ConsoleToaster />);
	toast.error(sentence, { duration: Number.POSITIVE_INFINITY });
	await rendered(() => toasts()[0]?.getAttribute("data-mounted") === "true");
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	// Only a real pointer can be captured.
	const captures = vi.spyOn(Element.prototype, "setPointerCapture").mockReturnValue();
	onTestFinished(() => captures.mockRestore());
	const point = (type: string, clientX: number) =>
		toasts()[0]?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY: 700 }));
	point("pointerdown", 1_000);
	vi.setSystemTime(Date.now() + ms);
	point("pointermove", 1_002);
	await rendered(() => toasts()[0]?.getAttribute("data-swiping") === "true");
	point("pointermove", 1_000 + pixels);
	point("pointerup", 1_000 + pixels);
	const isLeaving = () => toasts()[0]?.getAttribute("data-swipe-out") === "true";
	await rendered(() => (becomes === "leaves" ? isLeaving() : toasts()[0]?.getAttribute("data-swiping") === "false"));
	expect(isLeaving()).toBe(becomes === "leaves");
	await vi.advanceTimersByTimeAsync(199);
	expect(toasts()).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(() => toasts().length === (becomes === "leaves" ? 0 : 1));
});

test("A toast fills a narrow screen between its offsets", async () => {
	await page.viewport(520, 740);
	await show(<ConsoleToaster />);
	toast.error(sentence, { duration: Number.POSITIVE_INFINITY });
	await expect
		.poll(() => {
			const box = toasts()[0]?.getBoundingClientRect();
			return box && [Math.round(box.left), Math.round(window.innerWidth - box.right)];
		})
		.toEqual([16, 16]);
});

test("No toast waits for the next person who signs in", async () => {
	stubEndpoints({ "sign-out": [accepted({ status: "signed-out" })] });
	function SignOut() {
		const signingOut = useSignOut();
		return (
			<button type="button" onClick={() => signingOut.mutate()}>
				Sign out
			</button>
		);
	}
	const screen = await show(
		<>
			<SignOut />
			<ConsoleToaster />
		</>,
	);
	toast.success("Two-step sign-in is on.", { duration: Number.POSITIVE_INFINITY });
	await expect.element(screen.getByText("Two-step sign-in is on.")).toBeVisible();
	await screen.getByRole("button", { name: "Sign out" }).click();
	await expect.poll(() => screen.router.state.location.pathname).toBe("/login");
	await expect.poll(toasts).toEqual([]);
});
