import { useQueryClient } from "@tanstack/react-query";
import {
	type BrandState,
	type BrandText,
	brandColorNames,
	brandImageNames,
	brandTexts,
	SaveBrandDraft,
} from "../../../shared/account/brand";
import type { PlainText } from "../../../shared/base/plain-fields";
import { brandRecord } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { FormFoot } from "../../forms/entity-form";
import { PlainTextInput } from "../../forms/plain-text-input";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import fieldRows from "../../ui/form/field-grid.module.css";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/devices";
import { BrandPreviews } from "./brand-previews";
import { type BrandValues, brandParts, valuesOf } from "./brand-values";
import { ColorInput } from "./color-input";
import { ConsolePreview } from "./console-preview";
import classes from "./customize.module.css";
import { ImageInput } from "./image-input";
import { PublishBar } from "./publish-bar";

type BrandFormProps = { state: BrandState; companyName: string; onSaved: (state: BrandState, words: string) => void };

const sections: { title: string; texts: BrandText[] }[] = [
	{ title: t("customize.part.mails"), texts: ["mailSender", "mailFooter", "reportFooter"] },
	{ title: t("customize.part.help"), texts: ["supportAddress", "termsUrl", "privacyUrl"] },
];

export function BrandForm({ state, companyName, onSaved }: BrandFormProps) {
	const queryClient = useQueryClient();
	const { entityForm, conflict } = useVersionedForm({
		entity: state,
		initialValues: valuesOf(state),
		parts: brandParts,
		valuesOf,
		schema: SaveBrandDraft,
		// A placeholder: `save` replaces it with the base's version.
		toInput: (values: BrandValues): SaveBrandDraft => ({ ...values, version: state.version }),
		save: (input: SaveBrandDraft, base: BrandState | null) =>
			trpcClient.account.saveBrandDraft.mutate({ ...input, version: base?.version ?? input.version }),
		lookAgain: () => queryClient.fetchQuery({ ...brandRecord(), staleTime: 0 }),
		fieldOf: (path) => path.split(".")[0] ?? null,
		nextBase: (saved) => saved,
		onSaved: (saved) => {
			form.setValues(valuesOf(saved));
			form.resetDirty(valuesOf(saved));
			onSaved(saved, t("customize.draftSaved"));
		},
	});
	const { form, formProps, isDirty, errorAt } = entityForm;
	const text = (name: BrandText, className?: string) => {
		const traits: PlainText & { use: string } = brandTexts[name];
		const input = form.getInputProps(name);
		return <PlainTextInput key={name} field={traits} description={traits.use} input={input} className={className} />;
	};
	return (
		<div className={classes.columns}>
			<form {...formProps} className={layout.stack} aria-label={t("customize.look")}>
				<VersionConflict thing="draft" conflict={conflict} />
				<Card title={t("customize.part.name")}>
					<div className={fieldRows.fields}>
						{text("productName", fieldRows.wide)}
						{brandColorNames.map((name) => (
							<ColorInput
								key={name}
								name={name}
								value={form.values[name]}
								error={errorAt(name)}
								onChange={(color) => form.setFieldValue(name, color)}
							/>
						))}
					</div>
				</Card>
				<Card title={t("customize.part.images")}>
					<p className={classes.lead}>{t("customize.part.images.text")}</p>
					<div className={fieldRows.fields}>
						{brandImageNames.map((name) => (
							<ImageInput
								key={name}
								name={name}
								value={form.values[name]}
								error={errorAt(name)}
								onChange={(image) => form.setFieldValue(name, image)}
							/>
						))}
					</div>
				</Card>
				{sections.map(({ title, texts }) => (
					<Card key={title} title={title}>
						<div className={fieldRows.fields}>
							{texts.map((name) => text(name, brandTexts[name].kind === "paragraph" ? fieldRows.wide : undefined))}
						</div>
					</Card>
				))}
				<FormFoot entityForm={entityForm} saveLabel={t("customize.saveDraft")} />
			</form>
			<div className={`${layout.stack} ${classes.beside}`}>
				<Card title={t("customize.preview")}>
					<ConsolePreview brand={form.values} companyName={companyName} />
					<BrandPreviews brand={form.values} />
				</Card>
				<PublishBar state={state} isDirty={isDirty} onPublished={onSaved} />
			</div>
		</div>
	);
}
