import { errorKey } from "../../../shared/base/error-key";
import { InputError } from "../../base/errors";

const mostTags = 20;

type TagsChange = { name: string; addTags?: string[] | undefined; removeTags?: string[] | undefined };

/** Ignores case; the first spelling stays. Throws InputError for too many tags. */
export function mergedTags(tags: string[], { name, addTags = [], removeTags = [] }: TagsChange): string[] {
	const removed = new Set(removeTags.map(tagKey));
	const merged = new Map<string, string>();
	for (const tag of tags) if (!removed.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	for (const tag of addTags) if (!merged.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	if (merged.size > mostTags && merged.size > tags.length) {
		throw new InputError({ addTags: errorKey("tag.tooManyOfDevice", { most: mostTags, name, count: merged.size }) });
	}
	return [...merged.values()];
}

function tagKey(tag: string): string {
	return tag.toLowerCase();
}
