import { appConstants } from "../app-constants";

const { creepTo } = appConstants.progressBar;

/** Each step takes a seventh of what is left to 90, so it slows down and never passes it. */
export function nextProgress(percent: number): number {
	return Math.min(creepTo, percent + Math.max((creepTo - percent) / 7, 0.5));
}
