import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { appConstants } from "../../client/base/app-constants";
import { ProgressBar } from "../../client/ui/feedback/progress-bar";
import { rendered } from "./held-clock";
import { show } from "./show";

const { creepTo, complete, creepEveryMs, hideAfterMs } = appConstants.progressBar;

function Screen() {
	const [isLoading, setIsLoading] = useState(true);
	return (
		<>
			<ProgressBar isLoading={isLoading} />
			<button type="button" onClick={() => setIsLoading(false)}>
				Loaded
			</button>
		</>
	);
}

afterEach(() => {
	vi.useRealTimers();
});

test("The bar creeps to 90 at most while a screen loads, then shows 100 and hides", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
	await show(<Screen />);
	const bar = () => document.querySelector("[role=progressbar][aria-label='Loading page']");
	const percent = () => Number(bar()?.getAttribute("aria-valuenow"));
	await rendered(() => bar() !== null);
	const percents = [percent()];
	while (percents.length < 60 && percent() < creepTo) {
		await vi.advanceTimersByTimeAsync(creepEveryMs);
		await rendered(() => percent() >= (percents.at(-1) ?? 0));
		percents.push(percent());
	}
	expect(percents.length).toBeGreaterThan(4);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	await vi.advanceTimersByTimeAsync(20 * creepEveryMs);
	await rendered(() => percent() === creepTo);

	document.querySelector("button")?.click();
	await rendered(() => percent() === complete);
	await vi.advanceTimersByTimeAsync(hideAfterMs - 1);
	expect(percent()).toBe(complete);
	await vi.advanceTimersByTimeAsync(1);
	await rendered(() => bar() === null);
});
