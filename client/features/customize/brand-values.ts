import {
	type Brand,
	type BrandImage,
	type BrandState,
	brandColorNames,
	brandColors,
	brandImageNames,
	brandImages,
	brandTextNames,
	brandTexts,
	neutralBrand,
} from "../../../shared/account/brand";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/devices";

export type BrandValues = Brand;

export function valuesOf({ draft }: Pick<BrandState, "draft">): BrandValues {
	return { ...neutralBrand, ...draft };
}

const labels = { ...brandTexts, ...brandColors, ...brandImages };

/** Concurrent changes of different parts are merged. */
export const brandParts: FormPart<BrandValues>[] = [
	...[...brandTextNames, ...brandColorNames].map((name) => ({
		label: labels[name].label,
		fields: [name],
		text: (values: BrandValues) => values[name] || t("customize.empty"),
	})),
	...brandImageNames.map((name) => ({
		label: labels[name].label,
		fields: [name],
		text: (values: BrandValues) => imageText(values[name]),
	})),
];

function imageText(image: BrandImage | null): string {
	return image === null ? t("customize.none") : t("customize.pixels", { width: image.width, height: image.height });
}

export function isSameLook(one: Brand, other: Brand): boolean {
	return brandParts.every(({ fields }) =>
		fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field])),
	);
}
