import { TYPE } from "@formatjs/icu-messageformat-parser";

const accents = new Map([..."aáeéiíoóuúnñcçyýAÁEÉIÍOÓUÚNÑCÇYÝ".matchAll(/../g)].map(([pair]) => [pair[0], pair[1]]));
const longerBy = 0.4;

/** Brackets show where a message begins and ends, accents what is a message at all, and dots the room that others need. */
export function pseudoElements(elements) {
	const letters = lettersIn(elements);
	const room = "·".repeat(Math.ceil(letters * longerBy));
	return [literal("⟦"), ...accented(elements), literal(`${room}⟧`)];
}

function accented(elements) {
	return elements.map((element) => {
		if (element.type === TYPE.literal)
			return literal([...element.value].map((sign) => accents.get(sign) ?? sign).join(""));
		if (element.type === TYPE.tag) return { ...element, children: accented(element.children) };
		if (!element.options) return element;
		const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: accented(value) }]);
		return { ...element, options: Object.fromEntries(options) };
	});
}

function lettersIn(elements) {
	return elements.reduce((sum, { type, value, children = [] }) => {
		return sum + (type === TYPE.literal ? value.length : lettersIn(children));
	}, 0);
}

function literal(value) {
	return { type: TYPE.literal, value };
}
