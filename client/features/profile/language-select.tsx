import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { offeredLanguage } from "../../../shared/message/language";
import { screenLanguages } from "../../../shared/words/made/languages";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { choosePageLanguage, languageName, pageLanguage } from "../../base/page-language";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/session";

/** The language of this browser's screens and the user's messages. */
export function LanguageSelect() {
	const { mutate, isPending } = useMutation(trpc.account.saveOwnLanguage.mutationOptions());
	const offered = new Set<string>([...screenLanguages, pageLanguage]);
	const choose = (tag: string) => {
		const onError = (error: unknown) => toast.error(sentenceFor(error));
		mutate({ language: offeredLanguage(tag) }, { onSuccess: () => choosePageLanguage(tag), onError });
	};
	return (
		<Select
			label={t("language")}
			data={[...offered].map((value) => ({ value, label: languageName(value) }))}
			value={pageLanguage}
			disabled={isPending}
			onChange={choose}
		/>
	);
}
