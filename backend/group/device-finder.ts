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

/** Calls `matchesFilter` only for devices that share a group, tag or text. Builds an index at its first use. */
export function createDeviceFinder(devices: Found[]): (filter: GroupFilter) => Found[] {
	const indexes = new Map<IndexedCriterion, Index>();
	const texts = new Map<Found, SearchedText>();

	function indexBy(criterion: IndexedCriterion): Index {
		const index = indexes.get(criterion) ?? indexOf(devices, wordsOf[criterion]);
		indexes.set(criterion, index);
		return index;
	}

	function candidates(filter: GroupFilter): Found[] {
		let fewest = devices;
		for (const criterion of indexedCriteria) {
			const wanted = filter[criterion];
			if (!wanted || wanted.length === 0) continue;
			const index = indexBy(criterion);
			const sharing = [...new Set(wanted.flatMap((word) => index.get(word.toLowerCase()) ?? []))];
			if (sharing.length < fewest.length) fewest = sharing;
		}
		return fewest;
	}

	function textOf(device: Found): SearchedText {
		const text = texts.get(device) ?? searchedText(device);
		texts.set(device, text);
		return text;
	}

	return (filter) => {
		const mayHold = textCheck(filter.search ?? "");
		return candidates(filter).filter(
			(device) => (mayHold === null || mayHold(textOf(device))) && matchesFilter(device, filter),
		);
	};
}

const indexedCriteria = ["groupIds", "tags", ...textCriteria] as const;
type IndexedCriterion = (typeof indexedCriteria)[number];

const wordsOf: Record<IndexedCriterion, (device: Found) => string[]> = {
	groupIds: ({ groupIds }) => groupIds,
	tags: ({ tags = [] }) => tags,
	...textByCriterion((text) => (device: Found) => [device[text] ?? ""]),
};

function indexOf(devices: Found[], words: (device: Found) => string[]): Index {
	const index: Index = new Map();
	for (const device of devices) {
		for (const word of words(device)) {
			// Tags ignore case; `matchesFilter` decides.
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

function textCheck(search: string): ((text: SearchedText) => boolean) | null {
	const text = foldText(search.trim());
	if (text === "") return null;
	const serial = serialKey(text);
	return (searched) => searched.words.includes(text) || searched.serial.includes(serial);
}
