extension TesseractLanguage {
  /// Every language and script Debian packages a model for, by Tesseract name.
  ///
  /// Models of both orientation detection (`osd`) and equations (`equ`) are left out: they read no
  /// text of their own.
  public static let all: [TesseractLanguage] = table.split(separator: "\n").map { row in
    let fields = row.split(separator: " ", maxSplits: 2)
    return TesseractLanguage(
      code: String(fields[0]),
      identifier: String(fields[1]),
      name: String(fields[2])
    )
  }

  /// The rows of ``all`` by their Tesseract name.
  static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

  // Tesseract's name, the BCP-47 name, the English name.
  private static let table = """
    afr af Afrikaans
    amh am Amharic
    ara ar Arabic
    asm as Assamese
    aze az Azerbaijani
    aze_cyrl az-Cyrl Azerbaijani (Cyrillic)
    bel be Belarusian
    ben bn Bengali
    bod bo Tibetan
    bos bs Bosnian
    bre br Breton
    bul bg Bulgarian
    cat ca Catalan
    ceb ceb Cebuano
    ces cs Czech
    chi_sim zh-Hans Chinese (Simplified)
    chi_sim_vert zh-Hans-x-vert Chinese (Simplified, vertical)
    chi_tra zh-Hant Chinese (Traditional)
    chi_tra_vert zh-Hant-x-vert Chinese (Traditional, vertical)
    chr chr Cherokee
    cos co Corsican
    cym cy Welsh
    dan da Danish
    deu de German
    div dv Divehi
    dzo dz Dzongkha
    ell el Greek
    eng en English
    enm enm Middle English
    epo eo Esperanto
    est et Estonian
    eus eu Basque
    fao fo Faroese
    fas fa Persian
    fil fil Filipino
    fin fi Finnish
    fra fr French
    frk de-Latf German (Fraktur)
    frm frm Middle French
    fry fy Western Frisian
    gla gd Scottish Gaelic
    gle ga Irish
    glg gl Galician
    grc grc Ancient Greek
    guj gu Gujarati
    hat ht Haitian Creole
    heb he Hebrew
    hin hi Hindi
    hrv hr Croatian
    hun hu Hungarian
    hye hy Armenian
    iku iu Inuktitut
    ind id Indonesian
    isl is Icelandic
    ita it Italian
    ita_old it-x-old Italian (old)
    jav jv Javanese
    jpn ja Japanese
    jpn_vert ja-x-vert Japanese (vertical)
    kan kn Kannada
    kat ka Georgian
    kat_old ka-x-old Georgian (old)
    kaz kk Kazakh
    khm km Khmer
    kir ky Kyrgyz
    kmr kmr Kurdish (Kurmanji, Latin)
    kor ko Korean
    kor_vert ko-x-vert Korean (vertical)
    lao lo Lao
    lat la Latin
    lav lv Latvian
    lit lt Lithuanian
    ltz lb Luxembourgish
    mal ml Malayalam
    mar mr Marathi
    mkd mk Macedonian
    mlt mt Maltese
    mon mn Mongolian
    mri mi Maori
    msa ms Malay
    mya my Burmese
    nep ne Nepali
    nld nl Dutch
    nor no Norwegian
    oci oc Occitan
    ori or Odia
    pan pa Punjabi
    pol pl Polish
    por pt Portuguese
    pus ps Pashto
    que qu Quechua
    ron ro Romanian
    rus ru Russian
    san sa Sanskrit
    sin si Sinhala
    slk sk Slovak
    slv sl Slovenian
    snd sd Sindhi
    spa es Spanish
    spa_old es-x-old Spanish (old)
    sqi sq Albanian
    srp sr-Cyrl Serbian
    srp_latn sr-Latn Serbian (Latin)
    sun su Sundanese
    swa sw Swahili
    swe sv Swedish
    syr syr Syriac
    tam ta Tamil
    tat tt Tatar
    tel te Telugu
    tgk tg Tajik
    tha th Thai
    tir ti Tigrinya
    ton to Tongan
    tur tr Turkish
    uig ug Uyghur
    ukr uk Ukrainian
    urd ur Urdu
    uzb uz Uzbek
    uzb_cyrl uz-Cyrl Uzbek (Cyrillic)
    vie vi Vietnamese
    yid yi Yiddish
    yor yo Yoruba
    script/Arabic und-Arab Arabic script
    script/Armenian und-Armn Armenian script
    script/Bengali und-Beng Bengali script
    script/Canadian_Aboriginal und-Cans Canadian Aboriginal script
    script/Cherokee und-Cher Cherokee script
    script/Cyrillic und-Cyrl Cyrillic script
    script/Devanagari und-Deva Devanagari script
    script/Ethiopic und-Ethi Ethiopic script
    script/Fraktur und-Latf Fraktur script
    script/Georgian und-Geor Georgian script
    script/Greek und-Grek Greek script
    script/Gujarati und-Gujr Gujarati script
    script/Gurmukhi und-Guru Gurmukhi script
    script/HanS und-Hans Han - Simplified script
    script/HanS_vert und-Hans-x-vert Han - Simplified (vertical) script
    script/HanT und-Hant Han - Traditional script
    script/HanT_vert und-Hant-x-vert Han - Traditional (vertical) script
    script/Hangul und-Hang Hangul script
    script/Hangul_vert und-Hang-x-vert Hangul (vertical) script
    script/Hebrew und-Hebr Hebrew script
    script/Japanese und-Jpan Japanese script
    script/Japanese_vert und-Jpan-x-vert Japanese (vertical) script
    script/Kannada und-Knda Kannada script
    script/Khmer und-Khmr Khmer script
    script/Lao und-Laoo Lao script
    script/Latin und-Latn Latin script
    script/Malayalam und-Mlym Malayalam script
    script/Myanmar und-Mymr Myanmar script
    script/Oriya und-Orya Oriya (Odia) script
    script/Sinhala und-Sinh Sinhala script
    script/Syriac und-Syrc Syriac script
    script/Tamil und-Taml Tamil script
    script/Telugu und-Telu Telugu script
    script/Thaana und-Thaa Thaana script
    script/Thai und-Thai Thai script
    script/Tibetan und-Tibt Tibetan script
    script/Vietnamese vi-x-script Vietnamese script
    """
}
