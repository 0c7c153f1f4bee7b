import type { DisplayFormats, ValueStyle } from "../../shared/formats/display-formats";
import { readerFormats } from "../../shared/formats/language-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";
import { spokenLanguage } from "../../shared/message/language";
import { wordsIn } from "../../shared/words/made/sentences-in";
import { type AccountRow, companyFormats } from "../db/account-rows";

export function recipientFormats(account: AccountRow, language: string): DisplayFormats {
	return readerFormats(companyFormats(account), language, spokenLanguage(account.language));
}

export function recipientStyle(account: AccountRow, language: string): ValueStyle {
	return formatsStyle(recipientFormats(account, language), language);
}

export function formatsStyle(formats: DisplayFormats, language: string): ValueStyle {
	return { ...valueStyleOf(formats), say: wordsIn(language, formats) };
}
