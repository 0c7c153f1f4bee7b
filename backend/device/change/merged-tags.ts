import { InputError } from "../../errors";

/** As many as a device may have. */
const mostTags = 20;

type TagsChange = { name: string; addTags?: string[] | undefined; removeTags?: string[] | undefined };

/** A device's tags after a change; case does not count, the first spelling stays. Throws InputError where they are too many. */
export function mergedTags(tags: string[], { name, addTags = [], removeTags = [] }: TagsChange): string[] {
	const removed = new Set(removeTags.map(tagKey));
	const merged = new Map<string, string>();
	for (const tag of tags) if (!removed.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	for (const tag of addTags) if (!merged.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	if (merged.size > mostTags && merged.size > tags.length) {
		throw new InputError({ addTags: `At most ${mostTags} tags: ${name} would have ${merged.size}.` });
	}
	return [...merged.values()];
}

function tagKey(tag: string): string {
	return tag.toLowerCase();
}
