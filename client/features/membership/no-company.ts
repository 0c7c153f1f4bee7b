import { specifiedFormats } from "../../../shared/formats/display-formats";
import { formatsOfLanguage } from "../../../shared/formats/language-formats";
import { pageLanguage } from "../../base/page-language";
import { setCompanyFormats } from "../../ui/display-formats";

// Without a company, times read as people write them in the page's language.
setCompanyFormats({ ...specifiedFormats, ...formatsOfLanguage(pageLanguage) });
