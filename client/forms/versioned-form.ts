import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { sentenceFor } from "../api/api-error";
import type { Author, ConflictField } from "../ui/form/conflict-notice";
import { t } from "../words/made/forms";
import { anyAuthor, authorText } from "./author-text";
import { type EntityForm, useEntityForm } from "./entity-form";

/** Fields that are changed and compared as one part. */
export type FormPart<Values> = {
	label: string;
	fields: readonly (keyof Values)[];
	meaning?: (values: Values) => unknown;
	text: (values: Values) => string;
	/** Other forms change this part too, and the entity's history does not name their author. */
	isOfOthersToo?: true;
};

type VersionedFormOptions<Entity, Values, Input, Saved> = {
	entity: Entity | null;
	initialValues: Values;
	parts: readonly FormPart<Values>[];
	valuesOf: (entity: Entity) => Values;
	schema: z.ZodMiniType<unknown, Input>;
	toInput: (values: Values) => Input;
	save: (input: Input, base: Entity | null) => Promise<Saved>;
	confirm?: (input: Input, base: Entity | null) => Promise<boolean>;
	/** Fetches the entity past any cache. */
	lookAgain: (entity: Entity) => Promise<Entity>;
	fieldOf: (path: string) => string | null;
	/** Set if the form stays open: the base of the next changes. */
	nextBase?: (saved: Saved) => Entity;
	onSaved: (saved: Saved) => void;
};

type PartConflict<Values> = ConflictField & { part: FormPart<Values> };

export type FormConflict<Values> = {
	who: Author;
	version: number;
	/** The saved entity equals the form: a response was lost, or both users did the same. */
	isSaved: boolean;
	taken: string[];
	conflicts: PartConflict<Values>[];
	choose: (part: FormPart<Values>, side: "mine" | "theirs") => void;
};

type Merge<Entity, Values> = Pick<FormConflict<Values>, "who" | "isSaved" | "taken" | "conflicts"> & {
	mine: Values;
	theirs: Entity;
};

/** Never overwrites changes that another user has saved since the form was opened. */
export function useVersionedForm<
	Entity extends { version: number },
	Values extends Record<string, unknown>,
	Input,
	Saved,
>(
	options: VersionedFormOptions<Entity, Values, Input, Saved>,
): { entityForm: EntityForm<Values>; conflict: FormConflict<Values> | null } {
	const { entity, initialValues, parts, valuesOf, schema, toInput, save, confirm, fieldOf, nextBase, onSaved } =
		options;
	const [base, setBase] = useState(entity);
	const [merge, setMerge] = useState<Merge<Entity, Values> | null>(null);
	const [lookFailure, setLookFailure] = useState<string | null>(null);
	const entityForm = useEntityForm<Values, Input, Saved>({
		initialValues,
		isCreation: entity === null,
		schema,
		toInput,
		save: (input) => save(input, base),
		confirm: confirm && ((input) => confirm(input, base)),
		fieldOf,
		onSaved: (saved) => {
			if (nextBase) {
				setBase(nextBase(saved));
				setMerge(null);
			}
			onSaved(saved);
		},
		onRejected: ({ reason, changedBy }) => {
			if (reason !== "CHANGED_MEANWHILE" || base === null) return false;
			void mergeWith(base, authorText(changedBy) ?? anyAuthor);
			return true;
		},
	});
	const { form, isDirty, isSaving } = entityForm;

	async function mergeWith(before: Entity, who: Author): Promise<void> {
		setLookFailure(null);
		try {
			const theirs = await options.lookAgain(before);
			const mine = form.getValues();
			const found = mergeValues(parts, { base: valuesOf(before), mine, theirs: valuesOf(theirs) });
			form.setValues(found.values);
			const isSaved = parts.every((part) => isSame(part, mine, valuesOf(theirs)));
			if (isSaved) form.resetDirty(found.values);
			setMerge({ ...found, isSaved, who: found.isOfOthersToo ? anyAuthor : who, mine: found.values, theirs });
			setBase(theirs);
		} catch (error) {
			setLookFailure(sentenceFor(error));
		}
	}

	const isBehind = entity !== null && base !== null && entity.version > base.version;
	useEffect(() => {
		if (!isBehind || isDirty || isSaving) return;
		const values = valuesOf(entity);
		form.setValues(values);
		form.resetDirty(values);
		setBase(entity);
		setMerge(null);
	}, [isBehind, isDirty, isSaving, entity, form, valuesOf]);

	const conflict: FormConflict<Values> | null = merge && {
		who: merge.who,
		isSaved: merge.isSaved,
		taken: merge.taken,
		conflicts: merge.conflicts,
		version: merge.theirs.version,
		choose: (part, side) => {
			const from = side === "mine" ? merge.mine : valuesOf(merge.theirs);
			form.setValues(withPart(form.getValues(), part, from));
		},
	};
	return { entityForm: { ...entityForm, failure: entityForm.failure ?? lookFailure }, conflict };
}

type Sides<Values> = { base: Values; mine: Values; theirs: Values };

/** Takes parts that only the other user changed. Parts that both changed conflict, and stay mine until chosen. */
export function mergeValues<Values extends Record<string, unknown>>(
	parts: readonly FormPart<Values>[],
	{ base, mine, theirs }: Sides<Values>,
): { values: Values; taken: string[]; conflicts: PartConflict<Values>[]; isOfOthersToo: boolean } {
	let values = mine;
	const taken: string[] = [];
	const conflicts: PartConflict<Values>[] = [];
	let isOfOthersToo = false;
	for (const part of parts) {
		if (isSame(part, base, theirs) || isSame(part, mine, theirs)) continue;
		isOfOthersToo ||= part.isOfOthersToo === true;
		if (isSame(part, base, mine)) {
			values = withPart(values, part, theirs);
			taken.push(part.label);
		} else conflicts.push(conflictOf(part, mine, theirs));
	}
	return { values, taken, conflicts, isOfOthersToo };
}

function conflictOf<Values>(part: FormPart<Values>, mine: Values, theirs: Values): PartConflict<Values> {
	const [own, other] = [part.text(mine), part.text(theirs)];
	return { part, label: part.label, mine: own, theirs: own === other ? t("conflict.others", { other }) : other };
}

function isSame<Values>({ fields, meaning }: FormPart<Values>, one: Values, other: Values): boolean {
	const compared = meaning ?? ((values: Values) => fields.map((field) => values[field]));
	return JSON.stringify(compared(one)) === JSON.stringify(compared(other));
}

export function withPart<Values>(values: Values, { fields }: FormPart<Values>, from: Values): Values {
	const next = { ...values };
	for (const field of fields) next[field] = from[field];
	return next;
}
