import { screenLanguages } from "../../../shared/words/made/languages";
import { choosePageLanguage, languageName, pageLanguage } from "../../base/page-language";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/session";

export function LanguageSelect() {
	const offered = new Set<string>([...screenLanguages, pageLanguage]);
	return (
		<Select
			label={t("language")}
			data={[...offered].map((value) => ({ value, label: languageName(value) }))}
			value={pageLanguage}
			onChange={choosePageLanguage}
		/>
	);
}
