import { foldText } from "../../shared/base/fold-text";
import { addTo } from "../../shared/base/multi-map";
import { textByCriterion, textCriteria } from "../../shared/base/plain-fields";
import {
	type FilteredDevice,
	type GroupFilter,
	matchesFilter,
	searchedWords,
	serialKey,
} from "../../shared/device/device-filter";

type Found = FilteredDevice & { id: string };
type Index = Map<string, Found[]>;

/** Calls `matchesFilter` only for devices that share a group, a tag or a text with the filter. */
export function createDeviceFinder(devices: Found[]): (filter: GroupFilter) => Found[] {
	const indexes = {
		groupIds: indexOf(devices, ({ groupIds }) => groupIds),
		tags: indexOf(devices, ({ tags = [] }) => tags),
		...textByCriterion((text) => indexOf(devices, (device) => [device[text] ?? ""])),
	};
	const texts = new Map(devices.map((device) => [device, searchedText(device)]));

	function candidates(filter: GroupFilter): Found[] {
		let fewest = devices;
		for (const criterion of indexedCriteria) {
			const wanted = filter[criterion];
			if (!wanted || wanted.length === 0) continue;
			const sharing = [...new Set(wanted.flatMap((word) => indexes[criterion].get(word.toLowerCase()) ?? []))];
			if (sharing.length < fewest.length) fewest = sharing;
		}
		return fewest;
	}

	return (filter) => {
		const mayHold = textCheck(filter.search ?? "");
		return candidates(filter).filter((device) => mayHold(texts.get(device)) && matchesFilter(device, filter));
	};
}

const indexedCriteria = ["groupIds", "tags", ...textCriteria] as const;

function indexOf(devices: Found[], words: (device: Found) => string[]): Index {
	const index: Index = new Map();
	for (const device of devices) {
		for (const word of words(device)) {
			// As tags are compared; `matchesFilter` decides where case counts.
			addTo(index, word.toLowerCase(), device);
		}
	}
	return index;
}

type SearchedText = { words: string; serial: string };

function searchedText(device: Found): SearchedText {
	const words = searchedWords(device).map(foldText).join("\n");
	return { words, serial: serialKey(device.serialNumber ?? "") };
}

function textCheck(search: string): (text: SearchedText | undefined) => boolean {
	const text = foldText(search.trim());
	const serial = serialKey(text);
	return (searched) => searched === undefined || searched.words.includes(text) || searched.serial.includes(serial);
}
