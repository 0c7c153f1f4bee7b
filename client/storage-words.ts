import type { StorageDetails } from "../shared/billing";
import { formatBytes } from "./ui/byte-size";
import { formatDate } from "./ui/calendar-date";

/** What becomes of the space at today's growth. */
export function storageForecast({ fullAt, growthBytesPerDay }: StorageDetails): string {
	if (fullAt)
		return `At today's growth of ${formatBytes(growthBytesPerDay)} a day it is full on ${formatDate(fullAt)}.`;
	return growthBytesPerDay > 0 ? `Grows by ${formatBytes(growthBytesPerDay)} a day.` : "Not growing at the moment.";
}
