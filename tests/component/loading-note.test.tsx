import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { appConstants } from "../../client/base/app-constants";
import { LoadingNote } from "../../client/ui/feedback/loading";
import { rendered } from "./held-clock";
import { show } from "./show";

const { pendingAfterMs, pendingForAtLeastMs } = appConstants.router;

function Screen() {
	const [isLoading, setIsLoading] = useState(false);
	return (
		<>
			<LoadingNote isLoading={isLoading} />
			<button type="button" onClick={() => setIsLoading(!isLoading)}>
				{isLoading ? "Arrive" : "Ask"}
			</button>
		</>
	);
}

const press = async (name: string) => {
	const button = () => document.querySelector("button");
	await rendered(() => button()?.textContent === name);
	button()?.click();
	await rendered(() => button()?.textContent !== name);
};
const isShown = () => document.querySelector("[role=status]")?.textContent === "Loading...";

afterEach(() => {
	vi.useRealTimers();
});

test("The word for another view of a screen comes after a second and stays for half a second at least", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	await show(<Screen />);
	await press("Ask");
	await vi.advanceTimersByTimeAsync(pendingAfterMs - 1);
	expect(isShown()).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(isShown);
	await press("Arrive");
	await vi.advanceTimersByTimeAsync(pendingForAtLeastMs - 1);
	expect(isShown()).toBe(true);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(() => !isShown());
});

test("A view that comes within a second is shown without the word", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	await show(<Screen />);
	await press("Ask");
	await vi.advanceTimersByTimeAsync(pendingAfterMs - 1);
	await press("Arrive");
	await vi.advanceTimersByTimeAsync(10 * pendingAfterMs);
	expect(isShown()).toBe(false);
});
